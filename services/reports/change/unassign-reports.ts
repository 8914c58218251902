/** Takes open reports from administrators who are gone. */
import type { EventData } from '@tma/contracts';
import { appendEvent, type Pool, type Tx, transaction } from '@tma/kit';
import { unassignReports } from './assignments.store.ts';

/** How many one transaction takes: other changes of these reports wait for it. */
export const unassignedAtOnce = 100;

/** Who takes them, in the event. */
const portal: EventData<'ReportAssigned'>['by'] = { id: '00000000-0000-0000-0000-000000000000', name: '' };

/**
 * Takes open reports from administrators who were disabled, or moved to another tehsil, and writes the events: crew may
 * read the files of reports that are assigned to them.
 * @param administrator only from this one; null for all
 * @returns how many, `unassignedAtOnce` at most
 */
export async function unassignSome(tx: Tx, administrator: string | null = null): Promise<number> {
  const unassigned = await unassignReports(tx, administrator, unassignedAtOnce);
  for (const { at, ...report } of unassigned)
    await appendEvent(tx, 'ReportAssigned', report.id, { ...report, assignee: null, by: portal }, { at });
  return unassigned.length;
}

/** Takes all of them, in separate transactions. */
export async function unassignAll(pool: Pool, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const unassigned = await transaction(pool, (tx) => unassignSome(tx));
    if (unassigned < unassignedAtOnce) return;
  }
}
