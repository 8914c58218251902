/** Reports of administrators who are gone. */
import type { EventData } from '@tma/contracts';
import { appendEvent, type Pool, type Tx, transaction } from '@tma/kit';
import { freeReports } from './assignments.store.ts';

/** How many one transaction takes from them: what else changes these waits for it. */
export const freedAtOnce = 100;

/** Who does it, in the event. */
const portal: EventData<'ReportAssigned'>['by'] = { id: '00000000-0000-0000-0000-000000000000', name: '' };

/**
 * Takes open reports from administrators who were disabled, or moved to another tehsil, and says so: crew read the files of what is
 * assigned to them.
 * @param administrator from this one alone; null for all
 * @returns how many, `freedAtOnce` at most
 */
export async function freeSome(tx: Tx, administrator: string | null = null): Promise<number> {
  const freed = await freeReports(tx, administrator, freedAtOnce);
  for (const { at, ...report } of freed)
    await appendEvent(tx, 'ReportAssigned', report.id, { ...report, assignee: null, by: portal }, { at });
  return freed.length;
}

/** Takes all of them, in transactions of their own. */
export async function freeAll(pool: Pool, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await transaction(pool, (tx) => freeSome(tx))) === freedAtOnce);
}
