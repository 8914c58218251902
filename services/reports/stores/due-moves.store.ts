/** The due days of many reports, moved in steps after a rule changed, and filled in rows that have none. */
import { named, type Pool, type Tx } from '@tma/kit';

/** Has all open reports of a tehsil looked at, from the first again when that is under way. */
export async function requestMove(tx: Tx, tehsil: string): Promise<void> {
  await tx.query(
    named(`insert into due_moves (tehsil) values ($1)
     on conflict (tehsil) do update set after_at = excluded.after_at, after_id = excluded.after_id`),
    [tehsil],
  );
}

/** The tehsils whose due days are to be moved. */
export async function tehsilsToMove(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ tehsil: string }>('select tehsil from due_moves order by tehsil');
  return rows.map(({ tehsil }) => tehsil);
}

/** How far a move came; an opaque place in the order of reports. */
export interface Place {
  at: string;
  id: string;
}

/** Locks a tehsil's move until the transaction ends; null when there is none. */
export async function lockMove(tx: Tx, tehsil: string): Promise<Place | null> {
  const { rows } = await tx.query<Place>(
    named('select after_at::text as at, after_id as id from due_moves where tehsil = $1 for update'),
    [tehsil],
  );
  return rows[0] ?? null;
}

/** Keeps how far a locked move came; with null it is done. */
export async function saveMove(tx: Tx, tehsil: string, place: Place | null): Promise<void> {
  await (place === null
    ? tx.query(named('delete from due_moves where tehsil = $1'), [tehsil])
    : tx.query(named('update due_moves set after_at = $2, after_id = $3 where tehsil = $1'), [
        tehsil,
        place.at,
        place.id,
      ]));
}

interface OpenReport extends Place {
  issue: string;
  createdAt: Date;
  due: string | null;
}

/** The next reports of a tehsil that are Open or In Progress, the oldest first. */
export async function nextOpen(tx: Tx, tehsil: string, { at, id }: Place, count: number): Promise<OpenReport[]> {
  const { rows } = await tx.query<OpenReport>(
    named(`select id, created_at::text as at, created_at as "createdAt", issue, due::text from reports
     where tehsil = $1 and status in ('Open', 'In Progress') and (created_at, id) > ($2::timestamptz, $3::uuid)
     order by created_at, id limit $4`),
    [tehsil, at, id, count],
  );
  return rows;
}

/** A report and its due day. */
export interface Due {
  id: string;
  due: string;
}
const columnsOf = (dues: readonly Due[]) => [dues.map(({ id }) => id), dues.map(({ due }) => due)];

/** Moves due days, each a new version of its report; of reports that are closed or dropped by now they stay. */
export async function moveDues(tx: Tx, dues: readonly Due[]): Promise<void> {
  const [ids, days] = columnsOf(dues);
  await Promise.all([
    // In the order in which others lock several reports, so that none waits for the other.
    tx.query(named('select from reports where id = any($1::uuid[]) order by id for no key update'), [ids]),
    tx.query(
      named(`update reports set due = moved.due, version = version + 1
       from unnest($1::uuid[], $2::date[]) as moved (id, due)
       where reports.id = moved.id and status in ('Open', 'In Progress') and reports.due <> moved.due`),
      [ids, days],
    ),
  ]);
}

/** The first tehsil after another, by name, with reports that have no due day; null when there is none. */
export async function nextTehsilWithoutDue(pool: Pool, after: string): Promise<string | null> {
  const { rows } = await pool.query<{ tehsil: string }>(
    'select tehsil from reports where due is null and tehsil > $1 order by tehsil limit 1',
    [after],
  );
  return rows[0]?.tehsil ?? null;
}

/** Locks the next reports of a tehsil without a due day, but not those that others have locked. @param after the id before */
export async function lockWithoutDue(tx: Tx, tehsil: string, after: string, count: number) {
  const { rows } = await tx.query<{ id: string; issue: string; createdAt: Date }>(
    named(`select id, issue, created_at as "createdAt" from reports
     where due is null and tehsil = $1 and id > $2 order by id limit $3 for no key update skip locked`),
    [tehsil, after, count],
  );
  return rows;
}

/**
 * Gives locked reports their due days, and the time of their last closing from the history, where they were closed by a
 * version that did not keep it. Asked for in a statement after the one that locked them: their history is whole by then.
 */
export async function fillDues(tx: Tx, dues: readonly Due[]): Promise<void> {
  await tx.query(
    named(`update reports set due = filled.due, version = version + 1, closed_at = coalesce(closed_at,
         case when resolved then (
           select max(at) from (
             select at, status, lag(status) over (order by seq) as before from history where report_id = reports.id
           ) as entry where status = 'Closed' and (before is null or before <> 'Closed')) end)
       from unnest($1::uuid[], $2::date[]) as filled (id, due) where reports.id = filled.id`),
    columnsOf(dues),
  );
}
