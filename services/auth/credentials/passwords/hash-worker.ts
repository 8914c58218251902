/** The thread in which `hashing.ts` hashes passwords. */
import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { hashSync, type Options, verifySync } from '@node-rs/argon2';

/** A password to hash, or to compare with a hash (PHC string). */
export interface HashJob {
  password: string;
  phc?: string;
}
export type HashResult = { hash: string } | { right: boolean } | { error: string };

/** Argon2id (the library's default) with 19 MiB, 2 passes, 1 lane: OWASP's Password Storage Cheat Sheet. */
const cost: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

// On Linux a priority belongs to the thread: while all cores hash, requests that only read are still answered at once.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

parentPort?.on('message', (job: HashJob) => {
  parentPort?.postMessage(run(job));
});

function run({ password, phc }: HashJob): HashResult {
  try {
    return phc === undefined ? { hash: hashSync(password, cost) } : { right: verifySync(phc, password) };
  } catch (error) {
    return { error: (error as Error).message };
  }
}
