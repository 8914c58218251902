import { repeat, transaction } from '@tma/kit';
import type { Files } from './context.ts';
import { originalId } from './storage/storage.ts';
import { deleteUnclaimedBefore, findOrphans } from './stores/unclaimed.store.ts';

const hourMs = 3_600_000;
/** A Kafka that has just started does not know yet whether events wait. */
const firstMs = 60_000;
const batch = 200;

/**
 * Removes uploads that no report claimed within UNCLAIMED_HOURS, and files without a row, which requests that failed half
 * way left. @returns how many it removed
 */
export async function sweep(files: Pick<Files, 'config' | 'pool' | 'removal' | 'storage'>, now: Date): Promise<number> {
  const before = new Date(now.getTime() - files.config.UNCLAIMED_HOURS * hourMs);
  return (await sweepUnclaimed(files, before)) + (await sweepOrphans(files, before));
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

/** Files are written before their rows: one without a row is either arriving just now or was left by a crash. */
async function sweepOrphans({ pool, storage }: Pick<Files, 'pool' | 'storage'>, before: Date): Promise<number> {
  let removed = 0;
  const removeOld = async (key: string) => {
    const found = await storage.stat(key);
    if (!found || found.modifiedAt >= before) return;
    await storage.delete(key);
    removed += 1;
  };
  for await (const key of storage.list('arriving')) await removeOld(key);
  let keys: string[] = [];
  const flush = async () => {
    const orphans = new Set(await findOrphans(pool, keys.map(originalId)));
    for (const key of keys) if (orphans.has(originalId(key))) await removeOld(key);
    keys = [];
  };
  for await (const key of storage.list('originals')) if (keys.push(key) === batch) await flush();
  await flush();
  return removed;
}

/**
 * Sweeps a minute after the start, and every hour, but not while events wait or lie among the dead letters: they may be the claims of accepted reports.
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
