import { type Parts, type Pool, repeat } from '@tma/kit';
import PQueue from 'p-queue';
import { originalKey, renderingKey, sizes } from './keys.ts';
import { noteRemoved, type Removal, readRemovals } from './removals.store.ts';
import type { Storage } from './storage.ts';

/** How many uploads' files are removed at once. */
const concurrency = 8;
const batch = 200;
const everyMs = 60_000;
const lowestId = '00000000-0000-0000-0000-000000000000';

/** Removes files of deleted rows from the storage, which no transaction waits for. */
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
    let noted: Removal[];
    let last = lowestId;
    do {
      noted = await readRemovals(this.#pool, last, batch);
      last = noted.at(-1)?.id ?? last;
      await this.remove(noted).catch((error) => {
        failure = error;
      });
    } while (noted.length === batch);
    if (failure !== undefined) throw failure;
  }

  async #removeOne({ id, public_name }: Removal) {
    await this.#storage.delete(originalKey(id));
    if (public_name !== null) for (const size of sizes) await this.#storage.delete(renderingKey(public_name, size));
    await noteRemoved(this.#pool, id);
  }
}

/** Removes every minute what is still noted. @returns what stops it */
export const startRemoval = ({ removal, log }: { removal: FileRemoval; log: Parts['log'] }) =>
  repeat(everyMs, () => removal.removeNoted(), log, 'files could not be removed; it is tried again in a minute');
