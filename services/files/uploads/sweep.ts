import { inBatches, type Parts, type Pool, repeat, transaction } from '@tma/kit';
import { renderingFolder } from '../storage/keys.ts';
import type { FileRemoval } from '../storage/removal.ts';
import type { Storage } from '../storage/storage.ts';
import { claimFolder, findOrphanRenderings, findOrphans, finishFolder, timeOf } from './orphans.store.ts';
import { deleteUnclaimedBefore } from './unclaimed.store.ts';

interface SweepParts extends Pick<Parts, 'pool'> {
  config: { UNCLAIMED_HOURS: number };
  removal: FileRemoval;
  storage: Storage;
}

const hourMs = 3_600_000;
/** How long to wait after the start: until then it may be unknown whether events wait in Kafka. */
const firstMs = 60_000;
const batch = 200;
/** How often a folder of the storage is checked; how soon again if the instance that claimed it did not finish. */
const everySeconds = 86_400;
const claimSeconds = 3600;

/** Removes uploads unclaimed for UNCLAIMED_HOURS, and files without a row, left by a crash or a restore. @returns how many */
export async function sweep(parts: SweepParts, now: Date): Promise<number> {
  const before = new Date(now.getTime() - parts.config.UNCLAIMED_HOURS * hourMs);
  return (await sweepUnclaimed(parts, before)) + (await sweepOrphans(parts, now, before));
}

const sweepUnclaimed = ({ pool, removal }: SweepParts, before: Date): Promise<number> =>
  inBatches(batch, async (limit) => {
    const deleted = await transaction(pool, (tx) => deleteUnclaimedBefore(tx, before, limit));
    await removal.remove(deleted);
    return deleted.length;
  });

/**
 * Files are written before their rows: one without a row is either arriving just now or was left by a crash. Each folder is
 * looked through once a day, by one instance; one that a killed instance had begun is due again in an hour. So a file that
 * was left is found UNCLAIMED_HOURS and 26 hours after it was written at the latest, unless events wait so long (startSweep).
 */
async function sweepOrphans({ pool, storage }: SweepParts, now: Date, before: Date): Promise<number> {
  const claim = () => claimFolder(pool, now, claimSeconds);
  let removed = 0;
  for (let folder = await claim(); folder !== null; folder = await claim()) {
    for (const one of foldersWith(pool, folder)) removed += await sweepFolder(storage, one, before);
    await finishFolder(pool, folder, now, everySeconds);
  }
  return removed;
}

/** A folder of the storage, and which of the files in it have no row. */
interface Folder {
  folder: string;
  orphans: (keys: readonly string[]) => Promise<readonly string[]>;
}

/** The files that are checked together: a folder of originals, and the renderings whose names begin with its number. */
function foldersWith(pool: Pool, folder: string): Folder[] {
  const number = /^originals\/(\w+)$/.exec(folder)?.[1];
  if (number === undefined) return [{ folder, orphans: async (keys) => keys }];
  return [
    { folder, orphans: (keys) => findOrphans(pool, keys) },
    { folder: renderingFolder(number), orphans: (keys) => findOrphanRenderings(pool, keys) },
  ];
}

async function sweepFolder(storage: Storage, { folder, orphans }: Folder, before: Date) {
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
export const startSweep = (
  parts: SweepParts & Pick<Parts, 'log'>,
  { caughtUp }: { caughtUp: () => Promise<boolean> },
) =>
  repeat(
    hourMs,
    async () => {
      if (!(await caughtUp())) return parts.log.warn('nothing is swept: events wait or lie among the dead letters');
      // The earlier of both clocks: files have the time of this machine, rows that of the database.
      const now = new Date(Math.min(Date.now(), (await timeOf(parts.pool)).getTime()));
      const removed = await sweep(parts, now);
      if (removed > 0) parts.log.info({ removed }, 'swept unclaimed uploads');
    },
    parts.log,
    'the sweep failed; it is tried again in a minute',
    firstMs,
  );
