import { type Parts, type Pool, repeat } from '@tma/kit';
import PQueue from 'p-queue';
import { renderingKey, sizes } from './pictures/renderings.ts';
import { originalKey, type Storage } from './storage/storage.ts';
import { noteRemoved, type Removal, readRemovals } from './stores/removals.store.ts';

/** How many uploads' files are removed at once. */
const atOnce = 8;
const batch = 200;
const againMs = 60_000;
const beforeAll = '00000000-0000-0000-0000-000000000000';

/** Removes files of deleted rows from the storage, which no transaction waits for. */
export interface RemovalOfFiles {
  /** Removes originals and, of pictures, renderings. Throws, having tried all of them, when some could not be removed yet. */
  remove(files: readonly Removal[]): Promise<void>;
  /** Removes all that are noted: what failed, and what a process that was killed has left. Throws likewise. */
  removeNoted(): Promise<void>;
}

export function createRemoval(pool: Pool, storage: Storage): RemovalOfFiles {
  const queue = new PQueue({ concurrency: atOnce });

  async function removeOne({ id, public_name }: Removal) {
    await storage.delete(originalKey(id));
    if (public_name !== null) for (const size of sizes) await storage.delete(renderingKey(public_name, size));
    await noteRemoved(pool, id);
  }

  async function remove(files: readonly Removal[]) {
    const results = await Promise.allSettled(files.map((file) => queue.add(() => removeOne(file))));
    for (const result of results) if (result.status === 'rejected') throw result.reason;
  }

  return {
    remove,
    async removeNoted() {
      let failure: unknown;
      let found: Removal[];
      let last = beforeAll;
      do {
        found = await readRemovals(pool, last, batch);
        last = found.at(-1)?.id ?? last;
        await remove(found).catch((error) => {
          failure = error;
        });
      } while (found.length === batch);
      if (failure !== undefined) throw failure;
    },
  };
}

/** Removes every minute what is still noted. @returns what stops it */
export const startRemoval = ({ removal, log }: { removal: RemovalOfFiles; log: Parts['log'] }) =>
  repeat(againMs, () => removal.removeNoted(), log, 'files could not be removed; it is tried again in a minute');
