/** Problems as everybody may see them, made into JSON by Postgres: no hidden reports, no certificates and licences. */
import { type Db, onlyValue } from '@tma/kit';
import { isPublicKind, publicFields } from '../report/history.store.ts';
import { ifShared, rounded } from '../report/reports.store.ts';

const historyJson = `(select json_agg(json_build_object(${publicFields}) order by seq)
  from history where report_id = page.id and ${isPublicKind})`;

/** SQL: a `PublicReport`; `$2` is the time zone in which days end. */
const reportJson = (history: boolean) => `json_build_object(
  'reference', reference, 'issue', page.issue, 'tehsil', page.tehsil, 'status', page.status,
  'created_at', rfc3339(created_at), 'updated_at', rfc3339(updated_at),
  'due', rfc3339(((due + 1)::timestamp at time zone $2) - interval '1 second'),
  'location', ${ifShared('location')}, 'description', ${ifShared('description')}, 'image', ${ifShared('page.image')},
  'lat', ${ifShared(rounded('lat'))}, 'long', ${ifShared(rounded('long'))},
  'supports', supports, 'closure', closure, 'history', ${history ? historyJson : 'null::json'})`;

interface PublicQuery {
  tehsil: string;
  /** By their names; no certificates and licences. */
  issues: readonly string[];
  statuses: readonly string[];
  /** Whether these are all that there are. */
  isOfAllKinds: boolean;
  from: Date | null;
  to: Date | null;
  changedAfter: Date | null;
  offset: number;
  limit: number;
  history: boolean;
}

/** SQL: what every report of a query meets. What is not asked for is no condition: an index with the others has all that is read. */
function conditionsOf({ from, to, changedAfter }: PublicQuery, parameter: (value: unknown) => string): string {
  const conditions = ['tehsil = $1', 'not hidden'];
  if (from) conditions.push(`created_at >= ${parameter(from)}`);
  if (to) conditions.push(`created_at <= ${parameter(to)}`);
  if (changedAfter) conditions.push(`updated_at > ${parameter(changedAfter)}`);
  return conditions.join(' and ');
}

/** Reads the tehsil's list in its order, and skips the few reports that are hidden, or are certificates and licences. */
const ofAllKinds = (conditions: string) => `select id from reports
  where ${conditions} and issue = any($3) and status = any($4)
  order by created_at desc, id desc offset $5 limit $6`;

/**
 * Of each issue type and status a page at most, in the order of an index, and of these the page: a kind of which there is one in a
 * million is found as fast as any.
 */
const ofEachKind = (time: 'created_at' | 'updated_at', conditions: string) => `select found.id
  from unnest($3::text[]) as kind(issue) cross join unnest($4::text[]) as state(status)
  cross join lateral (
    select id, ${time} from reports where ${conditions} and issue = kind.issue and status = state.status
    order by ${time} desc, id desc limit $5::int + $6::int
  ) as found
  order by found.${time} desc, found.id desc offset $5 limit $6`;

/**
 * Problems, newest first, or with `changedAfter` those that changed last. The statement has no name, so that Postgres plans it for
 * the given times: a plan for any times would read every report of the tehsil.
 * @returns an array of `PublicReport` as JSON
 */
export function listPublic(db: Db, query: PublicQuery, zone: string): Promise<string> {
  const { tehsil, issues, statuses, isOfAllKinds, changedAfter, offset, limit, history } = query;
  const time = changedAfter ? 'updated_at' : 'created_at';
  const values: unknown[] = [tehsil, zone, issues, statuses, offset, limit];
  const conditions = conditionsOf(query, (value) => `$${values.push(value)}`);
  const found = isOfAllKinds && !changedAfter ? ofAllKinds(conditions) : ofEachKind(time, conditions);
  const text = `select coalesce(json_agg(${reportJson(history)} order by page.${time} desc, page.id desc), '[]')::text
     from reports as page where page.id = any(array(${found}))`;
  return onlyValue(db, { text }, values);
}

/** Those of these references that are problems of the tehsil. */
export const findPublic = (
  db: Db,
  {
    tehsil,
    issues,
    references,
    history,
  }: Pick<PublicQuery, 'tehsil' | 'issues' | 'history'> & { references: string[] },
  zone: string,
): Promise<string> =>
  onlyValue(
    db,
    `select coalesce(json_agg(${reportJson(history)} order by created_at desc, page.id desc), '[]')::text
     from reports as page where reference = any($4) and tehsil = $1 and issue = any($3) and not hidden`,
    [tehsil, zone, issues, references],
  );

interface UpdatesQuery {
  tehsil: string;
  issues: readonly string[];
  statuses: readonly string[];
  from: Date;
  to: Date | null;
  /** Of so many reports at most: those that changed first since `from`, or last. */
  reports: number;
  newest: boolean;
}

/**
 * What happened to problems after they came in, newest first. Times are told to the millisecond, and kept more exactly: all of the last
 * one is within. @returns an array of `PublicUpdate` as JSON
 */
export function listUpdates(db: Db, query: UpdatesQuery): Promise<string> {
  const { tehsil, issues, statuses, from, to, reports, newest } = query;
  const order = newest ? 'desc' : 'asc';
  return onlyValue(
    db,
    `with changed as (
       select found.id from unnest($2::text[]) as kind(issue) cross join unnest($3::text[]) as state(status)
       cross join lateral (
         select id, updated_at from reports
         where tehsil = $1 and issue = kind.issue and status = state.status and not hidden and updated_at >= $4
         order by updated_at ${order}, id ${order} limit $6
       ) as found
       order by found.updated_at ${order}, found.id ${order} limit $6
     )
     select coalesce(json_agg(json_build_object('seq', seq, 'reference', reference, ${publicFields})
         order by seq desc), '[]')::text
     from changed join reports using (id) join history on report_id = id
     where ${isPublicKind} and kind <> 'created' and at >= $4
       and at < coalesce($5::timestamptz + interval '1 millisecond', 'infinity')`,
    [tehsil, issues, statuses, from, to, reports],
  );
}
