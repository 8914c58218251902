import { failpoint, type Pool, transaction } from '@tma/kit';
import type { Logger } from 'pino';
import { closureById, lockLapsed } from '../report/closure/closures.store.ts';
import { lockReport } from '../report/locks.store.ts';
import { endingOf, writeEnding } from './ending.ts';

/**
 * Notes claims that nobody answered in time, each in a transaction of its own, by the database's clock. Any number of instances
 * may do so at once: what one has locked, the others leave alone.
 * @param signal ends it after the claim at hand
 * @returns how many
 */
export async function sweepClosures(pool: Pool, log: Pick<Logger, 'error'>, signal?: AbortSignal): Promise<number> {
  const left: string[] = [];
  for (let swept = 0; ; ) {
    if (signal?.aborted) return swept;
    const found = await sweepOne(pool, left, log);
    if (found === 'none') return swept;
    if (found === 'ended') swept += 1;
  }
}

/** @param left closures that are left alone; one that does not end is added, so that none is looked at twice and holds up others */
async function sweepOne(pool: Pool, left: string[], log: Pick<Logger, 'error'>): Promise<'ended' | 'left' | 'none'> {
  let current: string | undefined;
  try {
    return await transaction(pool, async (tx) => {
      const lapsed = await lockLapsed(tx, left);
      if (!lapsed) return 'none';
      current = lapsed.id;
      // Read once more, now that the report is locked: until then it may have been answered.
      const report = await lockReport(tx, lapsed.reportId);
      const closure = await closureById(tx, lapsed.id);
      const ending = report && closure && endingOf(report, closure, 'expire', null);
      // Locked and not written: whoever ends here leaves the claim to others.
      failpoint('closure-swept');
      if (ending) await writeEnding(tx, report, closure, ending);
      else left.push(lapsed.id);
      return ending ? 'ended' : 'left';
    });
  } catch (err) {
    if (current === undefined) throw err;
    left.push(current);
    log.error({ err, closure: current }, 'a closure that nobody answered in time could not be ended');
    return 'left';
  }
}
