import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { unavailable } from '@tma/kit';
import PQueue from 'p-queue';
import type { HashJob, HashResult } from './hash-worker.ts';
import { normalizePassword } from './password-rules.ts';

export type Hashing = Awaited<ReturnType<typeof createHashing>>;

/** How many jobs a thread has at a time: the current one, and the next, which it begins without waiting. */
const perThread = 2;
const maxWaiting = 64;
/** The most threads: each takes 35 MB, so further cores are better used by further instances. */
const maxThreads = 4;

/** Hashes passwords in a thread for each core; 64 calls may wait, any more throw 503. Other requests stay fast. */
export async function createHashing() {
  const threads = Array.from({ length: Math.min(availableParallelism(), maxThreads) }, startThread);
  const queue = new PQueue({ concurrency: threads.length * perThread });

  const run = async (job: HashJob) => {
    // A flood is answered at once and does not pile up.
    if (queue.size >= maxWaiting) throw unavailable();
    return queue.add(() => threads.reduce((least, thread) => (thread.jobs() < least.jobs() ? thread : least)).run(job));
  };
  const hash = async (password: string) => {
    const result = await run({ password });
    return 'hash' in result ? result.hash : fail(result);
  };
  const hashOfNoOne = await hash(randomUUID());

  return {
    /** The hash of a password that nobody knows, for an account that has to get a new one. */
    hashOfNoOne,
    /** @param password one that the rules accept @returns its hash as a PHC string */
    hash: (password: string) => hash(normalizePassword(password) ?? ''),
    /** Whether a password is the one that was hashed. Without a hash it takes as long and returns false. */
    async matches(password: string, phc: string | null | undefined) {
      const normalized = normalizePassword(password);
      const result = await run({ password: normalized ?? '', phc: phc ?? hashOfNoOne });
      const right = 'right' in result ? result.right : fail(result);
      return right && normalized !== null && typeof phc === 'string';
    },
    stop: () => Promise.all(threads.map((thread) => thread.stop())),
  };
}

/**
 * A thread answers in the order in which it is asked. One that dies ends the process, which the supervisor restarts. It needs
 * little memory besides what Argon2 allocates for itself.
 */
function startThread() {
  const worker = new Worker(new URL('./hash-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 4 },
  });
  const awaited: ((result: HashResult) => void)[] = [];
  worker.on('message', (result: HashResult) => awaited.shift()?.(result));
  return {
    jobs: () => awaited.length,
    run: (job: HashJob) =>
      new Promise<HashResult>((resolve) => {
        awaited.push(resolve);
        worker.postMessage(job);
      }),
    stop: () => worker.terminate(),
  };
}

function fail(result: HashResult): never {
  throw new Error('error' in result ? result.error : 'The hashing thread returned the result of another job');
}
