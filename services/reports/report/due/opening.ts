import { phaseOf } from '@tma/contracts';
import type { Tx } from '@tma/kit';
import { lockRulesOf, readDueBasis } from './rules.store.ts';
import { dueDay } from './rules.ts';

/** Whether a change opens a report again. */
export const isOpenedAgain = (from: string, to: string) => phaseOf(from) === 'ended' && phaseOf(to) === 'open';

/**
 * Computes the due day of a report by the current rules, and locks these until the transaction ends. Called
 * before the report is locked: rules come before reports in the order of locks.
 * @returns null when there is no such report
 */
export async function prepareOpening(tx: Tx, timeZone: string, reportId: string): Promise<string | null> {
  await lockRulesOf(tx, reportId);
  const basis = await readDueBasis(tx, reportId);
  return basis && dueDay(basis.rules, timeZone, basis);
}
