import { randomBytes } from 'node:crypto';
import { hash, type Options, verify } from '@node-rs/argon2';
import { foldPassword } from './passwords.ts';
import { createQueue } from './queue.ts';

/** Argon2id (the library's own kind) with 19 MiB, 2 passes, 1 lane: OWASP's Password Storage Cheat Sheet. */
const cost: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export interface Hashing {
  /** The PHC string of a password that the rules let through. */
  hash(password: string): Promise<string>;
  /** Whether a password is the one that was hashed. Without a hash it takes as long, and says no. */
  matches(password: string, phc: string | null | undefined): Promise<boolean>;
}

/** Hashing two at a time, 64 waiting: past that 503, and what does not hash stays fast. */
export async function createHashing(): Promise<Hashing> {
  const queue = createQueue(2, 64);
  const nobodys = await hash(randomBytes(32), cost);
  return {
    hash: (password) => queue(() => hash(foldPassword(password) ?? '', cost)),
    async matches(password, phc) {
      const folded = foldPassword(password);
      const right = await queue(() => verify(phc ?? nobodys, folded ?? ''));
      return right && folded !== null && typeof phc === 'string';
    },
  };
}
