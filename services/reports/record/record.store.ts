/** What everybody may see of a report. */
import { PublicRecord, problemNames } from '@tma/contracts';
import { type Db, execute, firstRow, firstValue, onlyValue, type Tx } from '@tma/kit';
import { isPublicKind, publicFields } from '../report/history.store.ts';
import type { LockedReport } from '../report/locks.store.ts';
import { ifShared, jsonObject, ownReportJson, quoted, rounded, type SeenByResident } from '../report/reports.store.ts';

const publicHistory = `(select coalesce(json_agg(json_build_object('seq', seq, ${publicFields}) order by seq), '[]')
  from history where report_id = reports.id and ${isPublicKind})`;

const expressions: { [Field in keyof typeof PublicRecord.shape]?: string } = {
  created_at: 'rfc3339(created_at)',
  history: publicHistory,
  location: ifShared('location'),
  description: ifShared('description'),
  image: ifShared('image'),
  lat: ifShared(rounded('lat')),
  long: ifShared(rounded('long')),
};

const recordJson = jsonObject(Object.keys(PublicRecord.shape), expressions);

/** A report's public record as JSON; null for an unknown reference, for certificates and licences, and for hidden reports. */
export const findRecord = (db: Db, reference: string): Promise<string | null> =>
  firstValue(
    db,
    `select ${recordJson}::text from reports
     where reference = $1 and not hidden and issue in (${quoted(problemNames)})`,
    [reference],
  );

/** Writes whether a report's reporter shows it to everybody, where it is not so already; it is locked. @returns it as they see it */
export async function saveShared(tx: Tx, { id, now }: LockedReport, shared: boolean): Promise<SeenByResident> {
  await execute(
    tx,
    'update reports set shared = $2, version = version + 1, updated_at = $3 where id = $1 and shared is distinct from $2',
    [id, shared, now],
  );
  return onlyValue(tx, `select ${ownReportJson} from reports where id = $1`, [id]);
}

interface StatusOfReport {
  issue: string;
  status: string;
  schedule: string | null;
  hidden: boolean;
}

/** The status of a report, for a resident: of their own reports, and of others' that everybody may see; null for any other. */
export const findStatus = (tx: Tx, reference: string, userId: string): Promise<StatusOfReport | null> =>
  firstRow(
    tx,
    `select issue, status, schedule::text, hidden from reports
     where reference = $1 and (user_id = $2 or (not hidden and issue = any($3)))`,
    [reference, userId, problemNames],
  );
