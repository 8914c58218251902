import { randomUUID } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import type { HashJob, HashResult } from './hash-worker.ts';
import { foldPassword } from './passwords.ts';
import { createQueue } from './queue.ts';

export interface Hashing {
  /** The PHC string of a password that the rules let through. */
  hash(password: string): Promise<string>;
  /** Whether a password is the one that was hashed. Without a hash it takes as long, and says no. */
  matches(password: string, phc: string | null | undefined): Promise<boolean>;
  stop(): Promise<void>;
}

/** A thread needs little beside what Argon2 takes for itself. */
const startThread = () =>
  new Worker(new URL('./hash-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 4 },
  });

const threads = 2;
const waiting = 64;

/** Hashing two at a time, 64 waiting: past that 503, and what does not hash stays fast. */
export async function createHashing(): Promise<Hashing> {
  const workers = Array.from({ length: threads }, startThread);
  const idle = [...workers];
  const queue = createQueue(threads, waiting);

  const run = (job: HashJob) =>
    queue(async () => {
      const worker = idle.pop() as Worker;
      try {
        return await ask(worker, job);
      } finally {
        idle.push(worker);
      }
    });
  const hash = async (password: string) => {
    const result = await run({ password });
    return 'hash' in result ? result.hash : fail(result);
  };
  const nobodys = await hash(randomUUID());

  return {
    hash: (password) => hash(foldPassword(password) ?? ''),
    async matches(password, phc) {
      const folded = foldPassword(password);
      const result = await run({ password: folded ?? '', phc: phc ?? nobodys });
      const right = 'right' in result ? result.right : fail(result);
      return right && folded !== null && typeof phc === 'string';
    },
    async stop() {
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}

/** A thread does one job at a time; one that dies takes the process with it, which the supervisor starts anew. */
const ask = (worker: Worker, job: HashJob) =>
  new Promise<HashResult>((resolve) => {
    worker.once('message', resolve);
    worker.postMessage(job);
  });

function fail(result: HashResult): never {
  throw new Error('error' in result ? result.error : 'The hashing thread answered something else');
}
