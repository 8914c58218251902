import { afterCommit, type Parts, type Pool, repeat, type Tx } from '@tma/kit';
import PQueue from 'p-queue';
import { batchesById } from './by-id.ts';
import { originalKey, renderingKey, sizes } from './keys.ts';
import { noteRemoved, type Removal, readRemovals } from './removals.store.ts';
import type { Storage } from './storage.ts';

/** How many uploads' files are removed at once. */
const concurrency = 8;
const batch = 200;
const everyMs = 60_000;

/** Removes files of deleted rows from the storage. No transaction waits for that. */
export class FileRemoval {
  readonly #queue = new PQueue({ concurrency });
  readonly #pool: Pool;
  readonly #storage: Storage;

  constructor(pool: Pool, storage: Storage) {
    this.#pool = pool;
    this.#storage = storage;
  }

  /** Removes originals and, of pictures, renderings. Throws, having tried all of them, when some could not be removed yet. */
  async remove(files: readonly Removal[]): Promise<void> {
    const results = await Promise.allSettled(files.map((file) => this.#queue.add(() => this.#removeOne(file))));
    for (const result of results) if (result.status === 'rejected') throw result.reason;
  }

  /** Removes all that are noted: what failed, and what a process that was killed has left. Throws likewise. */
  async removeNoted(): Promise<void> {
    let failure: unknown;
    for await (const noted of batchesById(batch, (after, limit) => readRemovals(this.#pool, after, limit)))
      await this.remove(noted).catch((error) => {
        failure = error;
      });
    if (failure !== undefined) throw failure;
  }

  async #removeOne({ id, public_name }: Removal) {
    await this.#storage.delete(originalKey(id));
    if (public_name !== null) for (const size of sizes) await this.#storage.delete(renderingKey(public_name, size));
    await noteRemoved(this.#pool, id);
  }
}

/** What removes files of rows that a transaction deletes. */
export type Removing = Pick<Parts, 'log'> & { removal: FileRemoval };

/** Removes files once a transaction is committed; other events do not wait for the storage. What fails is tried again. @param id for the log */
export function removeAfterCommit({ removal, log }: Removing, tx: Tx, files: readonly Removal[], id: string): void {
  afterCommit(tx, async () => {
    removal.remove(files).catch((error: Error) => log.warn({ err: error, id }, 'not removed yet'));
  });
}

/** Removes every minute what is still noted. @returns what stops it */
export const startRemoval = ({ removal, log }: Removing) =>
  repeat(everyMs, () => removal.removeNoted(), log, 'files could not be removed; it is tried again in a minute');
