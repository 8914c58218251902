/** Whether a report's reporter shows it to everybody. */
import { named, type Tx } from '@tma/kit';
import type { LockedReport } from '../report/locks.store.ts';
import { ownReportJson, type SeenByResident } from '../report/reports.store.ts';

/** Writes it where it is not so already; the report is locked. @returns it as its reporter sees it */
export async function saveShared(tx: Tx, { id, now }: LockedReport, shared: boolean): Promise<SeenByResident> {
  await tx.query(
    named(
      'update reports set shared = $2, version = version + 1, updated_at = $3 where id = $1 and shared is distinct from $2',
    ),
    [id, shared, now],
  );
  const { rows } = await tx.query<{ report: SeenByResident }>(
    named(`select ${ownReportJson} as report from reports where id = $1`),
    [id],
  );
  if (!rows[0]) throw new Error('a locked report is missing');
  return rows[0].report;
}
