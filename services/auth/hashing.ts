import { randomUUID } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { normalizePassword } from './accounts/password-rules.ts';
import { createBoundedQueue } from './bounded-queue.ts';
import type { HashJob, HashResult } from './hash-worker.ts';

export interface Hashing {
  /** @param password one that the rules accept @returns its hash as a PHC string */
  hash(password: string): Promise<string>;
  /** Whether a password is the one that was hashed. Without a hash it takes as long and returns false. */
  matches(password: string, phc: string | null | undefined): Promise<boolean>;
  stop(): Promise<void>;
}

/** A thread needs little memory besides what Argon2 allocates for itself. */
const startThread = () =>
  new Worker(new URL('./hash-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 4 },
  });

const threads = 2;
const maxWaiting = 64;

/** Hashes passwords in threads, two at a time with 64 waiting; any further call throws 503. Other requests stay fast. */
export async function createHashing(): Promise<Hashing> {
  const workers = Array.from({ length: threads }, startThread);
  const idle = [...workers];
  const enqueue = createBoundedQueue(threads, maxWaiting);

  const run = (job: HashJob) =>
    enqueue(async () => {
      const worker = idle.pop() as Worker;
      try {
        return await runIn(worker, job);
      } finally {
        idle.push(worker);
      }
    });
  const hash = async (password: string) => {
    const result = await run({ password });
    return 'hash' in result ? result.hash : fail(result);
  };
  const hashOfNoOne = await hash(randomUUID());

  return {
    hash: (password) => hash(normalizePassword(password) ?? ''),
    async matches(password, phc) {
      const normalized = normalizePassword(password);
      const result = await run({ password: normalized ?? '', phc: phc ?? hashOfNoOne });
      const right = 'right' in result ? result.right : fail(result);
      return right && normalized !== null && typeof phc === 'string';
    },
    async stop() {
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}

/** A thread does one job at a time. One that dies ends the process, which the supervisor restarts. */
const runIn = (worker: Worker, job: HashJob) =>
  new Promise<HashResult>((resolve) => {
    worker.once('message', resolve);
    worker.postMessage(job);
  });

function fail(result: HashResult): never {
  throw new Error('error' in result ? result.error : 'The hashing thread returned the result of another job');
}
