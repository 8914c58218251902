import { repeat, transaction } from '@tma/kit';
import type { Files } from './context.ts';
import { removeFiles } from './remove.ts';
import { originalId } from './storage.ts';
import { dropUnclaimedBefore, withoutRow } from './store.ts';

const hour = 3_600_000;
const batch = 200;

/**
 * Removes uploads that no report claimed in time, and files without a row: what a request that died half way left
 * behind. @returns how many it removed
 */
export async function sweep(parts: Pick<Files, 'config' | 'pool' | 'storage'>, now: Date): Promise<number> {
  const before = new Date(now.getTime() - parts.config.UNCLAIMED_HOURS * hour);
  return (await sweepUnclaimed(parts, before)) + (await sweepOrphans(parts, before));
}

async function sweepUnclaimed(parts: Pick<Files, 'pool' | 'storage'>, before: Date): Promise<number> {
  let removed = 0;
  for (let more = true; more; ) {
    const gone = await transaction(parts.pool, async (tx) => {
      const rows = await dropUnclaimedBefore(tx, before, batch);
      await removeFiles(parts, rows);
      return rows.length;
    });
    removed += gone;
    more = gone === batch;
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
    const orphans = new Set(await withoutRow(pool, keys.map(originalId)));
    for (const key of keys) if (orphans.has(originalId(key))) await removeOld(key);
    keys = [];
  };
  for await (const key of storage.list('originals')) if (keys.push(key) === batch) await flush();
  await flush();
  return removed;
}

/**
 * Sweeps every hour, unless claims may still be on their way: an accepted report's files are never taken for abandoned.
 * @returns what stops it
 */
export const startSweep = (parts: Files, { caughtUp }: { caughtUp: () => Promise<boolean> }) =>
  repeat(
    hour,
    async () => {
      if (!(await caughtUp())) return parts.log.warn('nothing is swept: events wait or lie among the dead letters');
      const removed = await sweep(parts, new Date());
      if (removed > 0) parts.log.info({ removed }, 'swept unclaimed uploads');
    },
    parts.log,
    'the sweep failed; it is tried again in an hour',
  );
