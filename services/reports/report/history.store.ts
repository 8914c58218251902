/** A report's history: facts that are never changed, but for words that are erased. */
import { type Db, named } from '@tma/kit';

/** SQL: an entry as JSON. @param name the administrator's, and @param text, as its reader sees them. @param more other fields */
export const entryJson = (name: string, text: string, more = '') =>
  `json_build_object('seq', seq, 'at', rfc3339(at), 'kind', kind, 'status', status, 'schedule', schedule, 'by', made_by,
    'name', ${name}, 'text', ${text}, 'image', image${more})`;

/** What administrators see: every entry, with the administrator's name where it is known. @param note a note as JSON */
const forAdmins = (note: string) => `select coalesce(json_agg(case when kind = 'noted' then ${note}
    else ${entryJson('administrators.name', 'text')} end order by seq), '[]')::text
  from history left join administrators on administrators.id = administrator_id
  where report_id = reports.id`;

const entries = {
  plain: forAdmins(entryJson('administrators.name', 'text')),
  withPublic: forAdmins(entryJson('administrators.name', 'text', ", 'public', public")),
};

/** What the reporter sees: no notes among administrators. */
const forReporter = `select coalesce(json_agg(${entryJson('null', "case when kind <> 'proved' then text end")} order by seq), '[]')::text
  from history where report_id = reports.id and (kind not in ('assigned', 'noted') or public)`;

/**
 * A report's history as a JSON array, oldest first, with its reporter and tehsil; null when there is no such report.
 * @param side who sees it
 * @param withPublic whether an administrator sees which notes the reporter can read
 */
export async function readHistory(db: Db, id: string, side: 'reporter' | 'staff', withPublic: boolean) {
  const forAdmin = withPublic ? entries.withPublic : entries.plain;
  const { rows } = await db.query<{ user_id: string | null; tehsil: string; json: string }>(
    named(`select user_id, tehsil, (${side === 'staff' ? forAdmin : forReporter}) as json from reports where id = $1`),
    [id],
  );
  return rows[0] ?? null;
}
