import { counted } from '@tma/contracts';
import type { Tx } from '@tma/kit';
import type { Found } from '../stores/changes.store.ts';
import { lockRulesOf, readDueBasis } from '../stores/deadlines.store.ts';
import { dueDay } from './rules.ts';

/** Whether an answer is still due: the report is neither closed nor dropped. */
const isOpen = (status: string) => status !== counted.completed && status !== counted.dropped;

/** Whether a change opens a report again. */
export const isOpenedAgain = (from: string, to: string) => !isOpen(from) && isOpen(to);

/**
 * Reckons the due day that a report has by the rules of now, and has these stay until the transaction ends. To be asked for
 * before the report is locked: rules come before reports in the order of locks.
 * @returns null when there is no such report
 */
export async function prepareOpening(tx: Tx, timeZone: string, report: Found): Promise<string | null> {
  const [, basis] = await Promise.all([lockRulesOf(tx, report), readDueBasis(tx, report)]);
  return basis && dueDay(basis.rules, timeZone, basis);
}

/** Whether a change to this status may open a report again. */
export const mayOpen = (status: string | undefined) => status !== undefined && isOpen(status);
