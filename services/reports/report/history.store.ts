/** A report's history: facts that are never changed, but for words that are erased. */
import { type Db, named } from '@tma/kit';
import type { Owned, Side } from './policy.ts';

/** SQL: an entry as JSON. @param name the administrator's, and @param text, as its reader sees them. @param more other fields */
export const entryJson = (name: string, text: string, more = '') =>
  `json_build_object('seq', seq, 'at', rfc3339(at), 'kind', kind, 'status', status, 'schedule', schedule, 'by', made_by,
    'name', ${name}, 'text', ${text}, 'image', image${more})`;

/** SQL: who did it, by their name: an administrator, or another system by that of its key. */
const doer = 'coalesce(administrators.name, system)';

/** What administrators see: every entry. @param note a note as JSON @param name SQL: who did it, where that is shown */
const forAdmins = (note: string, name = doer) => `select coalesce(json_agg(case when kind = 'noted' then ${note}
    else ${entryJson(name, 'text')} end order by seq), '[]')::text
  from history left join administrators on administrators.id = administrator_id
  where report_id = reports.id`;

const entries = {
  office: {
    plain: forAdmins(entryJson(doer, 'text')),
    withPublic: forAdmins(entryJson(doer, 'text', ", 'public', public")),
  },
  crew: {
    plain: forAdmins(entryJson('null', 'text'), 'null'),
    withPublic: forAdmins(entryJson('null', 'text', ", 'public', public"), 'null'),
  },
};

/** What the reporter sees: no notes among administrators. */
const forReporter = `select coalesce(json_agg(${entryJson('null', "case when kind <> 'proved' then text end")} order by seq), '[]')::text
  from history where report_id = reports.id and (kind not in ('assigned', 'noted') or public)`;

/**
 * A report's history as a JSON array, oldest first, with its reporter and tehsil; null when there is no such report.
 * @param side who sees it
 * @param withPublic whether an administrator sees which notes the reporter can read
 */
export async function readHistory(db: Db, id: string, side: Side, withPublic: boolean) {
  const seen = side === 'reporter' ? forReporter : entries[side][withPublic ? 'withPublic' : 'plain'];
  const { rows } = await db.query<Owned & { json: string }>(
    named(`select user_id, tehsil, assignee, (${seen}) as json from reports where id = $1`),
    [id],
  );
  return rows[0] ?? null;
}
