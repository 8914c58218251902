import { failpoint, type Pool, transaction } from '@tma/kit';
import type { Logger } from 'pino';
import { closureById, lockLapsed } from '../report/closure/closures.store.ts';
import { lockReport } from '../report/locks.store.ts';
import { endingOf, writeEnding } from './ending.ts';

/**
 * Ends claims that nobody answered in time, by the database's clock, each in its own transaction. Several instances may do so at
 * the same time: each skips what another has locked.
 * @param signal ends this after the current claim
 * @returns how many claims ended
 */
export async function sweepClosures(pool: Pool, log: Pick<Logger, 'error'>, signal?: AbortSignal): Promise<number> {
  const left: string[] = [];
  let swept = 0;
  while (!signal?.aborted) {
    const found = await sweepOne(pool, left, log);
    if (found === 'none') break;
    if (found === 'ended') swept += 1;
  }
  return swept;
}

/** @param left closures to skip; one that cannot be ended is added, so that it does not keep others waiting */
async function sweepOne(pool: Pool, left: string[], log: Pick<Logger, 'error'>): Promise<'ended' | 'left' | 'none'> {
  let current: string | undefined;
  try {
    return await transaction(pool, async (tx) => {
      const lapsed = await lockLapsed(tx, left);
      if (!lapsed) return 'none';
      current = lapsed.id;
      // Read again, now that the report is locked: the closure may have been answered before.
      const report = await lockReport(tx, lapsed.reportId);
      const closure = await closureById(tx, lapsed.id);
      const ending = report && closure && endingOf(report, closure, 'expire', null);
      // Locked and not written yet: if this process dies here, another instance ends the claim.
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
