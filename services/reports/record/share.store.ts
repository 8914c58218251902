/** Whether a report's reporter shows it to everybody. */
import { execute, onlyValue, type Tx } from '@tma/kit';
import type { LockedReport } from '../report/locks.store.ts';
import { ownReportJson, type SeenByResident } from '../report/reports.store.ts';

/** Writes it where it is not so already; the report is locked. @returns it as its reporter sees it */
export async function saveShared(tx: Tx, { id, now }: LockedReport, shared: boolean): Promise<SeenByResident> {
  await execute(
    tx,
    'update reports set shared = $2, version = version + 1, updated_at = $3 where id = $1 and shared is distinct from $2',
    [id, shared, now],
  );
  return onlyValue(tx, `select ${ownReportJson} from reports where id = $1`, [id]);
}
