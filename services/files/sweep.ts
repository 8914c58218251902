import { type Pool, repeat, transaction } from '@tma/kit';
import type { Files } from './context.ts';
import { renderingFolder } from './pictures/renderings.ts';
import type { Storage } from './storage/storage.ts';
import {
  claimFolder,
  deleteUnclaimedBefore,
  findOrphanRenderings,
  findOrphans,
  finishFolder,
} from './stores/unclaimed.store.ts';

const hourMs = 3_600_000;
/** A Kafka that has just started does not know yet whether events wait. */
const firstMs = 60_000;
const batch = 200;
/** How often a folder of the storage is looked through; how soon again when whoever claimed it did not finish. */
const everySeconds = 86_400;
const claimSeconds = 3600;

/**
 * Removes uploads that no report claimed within UNCLAIMED_HOURS, and files without a row, which requests that failed half
 * way left, or an instance of before that did not know all renderings. @returns how many it removed
 */
export async function sweep(files: Pick<Files, 'config' | 'pool' | 'removal' | 'storage'>, now: Date): Promise<number> {
  const before = new Date(now.getTime() - files.config.UNCLAIMED_HOURS * hourMs);
  return (await sweepUnclaimed(files, before)) + (await sweepOrphans(files, now, before));
}

async function sweepUnclaimed({ pool, removal }: Pick<Files, 'pool' | 'removal'>, before: Date): Promise<number> {
  let removed = 0;
  for (let last = batch; last === batch; removed += last) {
    const deleted = await transaction(pool, (tx) => deleteUnclaimedBefore(tx, before, batch));
    await removal.remove(deleted);
    last = deleted.length;
  }
  return removed;
}

/**
 * Files are written before their rows: one without a row is either arriving just now or was left by a crash. Each folder is
 * looked through once a day, by one instance; one that a killed instance had begun is due again in an hour. So a file that
 * was left is found UNCLAIMED_HOURS and 26 hours after it was written at the latest, unless events wait so long (startSweep).
 */
async function sweepOrphans(files: Pick<Files, 'pool' | 'storage'>, now: Date, before: Date): Promise<number> {
  const claim = () => claimFolder(files.pool, now, claimSeconds);
  let removed = 0;
  for (let folder = await claim(); folder !== null; folder = await claim()) {
    for (const part of partsOf(files.pool, folder)) removed += await sweepFolder(files.storage, part, before);
    await finishFolder(files.pool, folder, now, everySeconds);
  }
  return removed;
}

/** A folder of the storage, and which of the files in it belong to nothing. */
interface Part {
  folder: string;
  orphans: (keys: readonly string[]) => Promise<readonly string[]>;
}

/** What is looked through at the turn of a folder: that of originals also has the renderings whose names begin with its number. */
function partsOf(pool: Pool, folder: string): Part[] {
  const number = /^originals\/(\w+)$/.exec(folder)?.[1];
  if (number === undefined) return [{ folder, orphans: async (keys) => keys }];
  return [
    { folder, orphans: (keys) => findOrphans(pool, keys) },
    { folder: renderingFolder(number), orphans: (keys) => findOrphanRenderings(pool, keys) },
  ];
}

async function sweepFolder(storage: Storage, { folder, orphans }: Part, before: Date) {
  let removed = 0;
  let keys: string[] = [];
  const flush = async () => {
    for (const key of await orphans(keys)) {
      const found = await storage.stat(key);
      if (!found || found.modifiedAt >= before) continue;
      await storage.delete(key);
      removed += 1;
    }
    keys = [];
  };
  for await (const key of storage.list(folder)) if (keys.push(key) === batch) await flush();
  await flush();
  return removed;
}

/**
 * Sweeps a minute after the start, and every hour, but not while events wait or lie among the dead letters: they may be the
 * claims of accepted reports.
 * @returns what stops it
 */
export const startSweep = (files: Files, { caughtUp }: { caughtUp: () => Promise<boolean> }) =>
  repeat(
    hourMs,
    async () => {
      if (!(await caughtUp())) return files.log.warn('nothing is swept: events wait or lie among the dead letters');
      const removed = await sweep(files, new Date());
      if (removed > 0) files.log.info({ removed }, 'swept unclaimed uploads');
    },
    files.log,
    'the sweep failed; it is tried again in a minute',
    firstMs,
  );
