/** A report's history: facts that are never changed, but for words that are erased. */
import { type HistoryEntry, publicHistoryKinds } from '@tma/contracts';
import { type Db, firstRow, onlyValue, type Tx } from '@tma/kit';
import type { z } from 'zod';
import type { LockedReport } from './locks.store.ts';
import type { Owned, Side } from './policy.ts';
import { adminReportJson, quoted, type SeenByAdmin } from './reports.store.ts';

/** SQL: an entry as JSON. @param name the administrator's, and @param text, as its reader sees them. @param more other fields */
const entryJson = (name: string, text: string, more = '') =>
  `json_build_object('seq', seq, 'at', rfc3339(at), 'kind', kind, 'status', status, 'schedule', schedule, 'by', made_by,
    'name', ${name}, 'text', ${text}, 'image', image${more})`;

/** SQL: who did it, by their name: an administrator, or another system by that of its key. */
const doer = 'coalesce(administrators.name, system)';

/** What administrators see: every entry. @param name SQL: who did it, where that is shown @param more other fields of notes */
const forAdmins = (name: string, more: string) => `select coalesce(json_agg(case
    when kind = 'noted' then ${entryJson(name, 'text', more)} else ${entryJson(name, 'text')} end order by seq), '[]')::text
  from history left join administrators on administrators.id = administrator_id
  where report_id = reports.id`;

/** What the reporter sees: no notes among administrators. */
const forReporter = `select coalesce(json_agg(${entryJson('null', "case when kind <> 'proved' then text end")} order by seq), '[]')::text
  from history where report_id = reports.id and (kind not in ('assigned', 'noted') or public)`;

/**
 * A report's history as a JSON array, oldest first, with its reporter and tehsil; null when there is no such report.
 * @param side who sees it
 * @param withPublic whether an administrator sees which notes the reporter can read
 */
export function readHistory(db: Db, id: string, side: Side, withPublic: boolean) {
  const forStaff = () => forAdmins(side === 'crew' ? 'null' : doer, withPublic ? ", 'public', public" : '');
  const seen = side === 'reporter' ? forReporter : forStaff();
  const text = `select user_id, tehsil, assignee, (${seen}) as json from reports where id = $1`;
  return firstRow<Owned & { json: string }>(db, text, [id]);
}

interface NewEntry {
  kind: 'noted' | 'proved';
  /** The administrator who makes it; null of a resident. */
  by: string | null;
  text: string | null;
  /** Of a note: whether the reporter reads it. */
  public?: boolean;
  /** The public path. */
  image?: string;
}

/** Adds an entry to the history of a report. @returns it as administrators see it */
export function insertEntry(tx: Tx, { id, status, schedule, now }: LockedReport, entry: NewEntry) {
  const { kind, by, text, public: isPublic = false, image = null } = entry;
  const name = '(select administrators.name from administrators where administrators.id = administrator_id)';
  return onlyValue<z.infer<typeof HistoryEntry>>(
    tx,
    `insert into history (report_id, at, kind, status, schedule, made_by, administrator_id, text, public, image)
     values ($1, $2, $3, $4, $5, case when $6::uuid is null then 'resident' else 'administration' end, $6, $7, $8, $9)
     returning ${entryJson(name, 'text')}`,
    [id, now, kind, status, schedule, by, text, isPublic, image],
  );
}

/** SQL: whether everybody may know an entry, and what of it: not who did it, nor what they wrote. */
export const isPublicKind = `kind in (${quoted(publicHistoryKinds)})`;
export const publicFields = `'at', rfc3339(at), 'kind', kind, 'status', history.status, 'schedule', history.schedule`;

/** What one of staff does to a report beside changing its state. */
export interface Act {
  kind: 'assigned' | 'hidden' | 'shown' | 'moved' | 'duplicate';
  /** The administrator. */
  by: string;
  text?: string | null;
  /** The current day, `YYYY-MM-DD`. */
  today: string;
}

/**
 * Changes a report, with an entry in its history.
 * @param set SQL: what becomes of the row, with the parameters `$9` and so on
 * @returns the report as administrators see it
 */
export const saveAct = (
  tx: Tx,
  { id, status, schedule, now }: LockedReport,
  { kind, by, text = null, today }: Act,
  set: string,
  values: readonly unknown[],
): Promise<SeenByAdmin> =>
  onlyValue(
    tx,
    `with entry as (
       insert into history (report_id, at, kind, status, schedule, made_by, administrator_id, text)
       values ($1, $2, $3, $4, $5, 'administration', $6, $7)
     )
     update reports set ${set}, version = version + 1, updated_at = $2
     where id = $1 returning ${adminReportJson('$8')}`,
    [id, now, kind, status, schedule, by, text, today, ...values],
  );
