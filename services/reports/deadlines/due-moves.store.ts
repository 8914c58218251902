/** The due days of many reports, moved in steps after a rule changed. */
import { allRows, allValues, execute, firstRow, type Pool, type Tx } from '@tma/kit';
import { lockInOrder } from '../report/locks.store.ts';

/** Requests a move of a tehsil's due days; one that is under way begins again with the first report. */
export const requestMove = (tx: Tx, tehsil: string): Promise<void> =>
  execute(
    tx,
    `insert into due_moves (tehsil) values ($1)
     on conflict (tehsil) do update set after_at = excluded.after_at, after_id = excluded.after_id`,
    [tehsil],
  );

export const tehsilsToMove = (pool: Pool) => allValues<string>(pool, 'select tehsil from due_moves order by tehsil');

/** How far a move came; an opaque place in the order of reports. */
interface Place {
  at: string;
  id: string;
}

/** Locks a tehsil's move until the transaction ends; null when there is none. */
export const lockMove = (tx: Tx, tehsil: string): Promise<Place | null> =>
  firstRow(tx, 'select after_at::text as at, after_id as id from due_moves where tehsil = $1 for update', [tehsil]);

/** Keeps how far a locked move came; with null it is done. */
export const saveMove = (tx: Tx, tehsil: string, place: Place | null): Promise<void> =>
  place === null
    ? execute(tx, 'delete from due_moves where tehsil = $1', [tehsil])
    : execute(tx, 'update due_moves set after_at = $2, after_id = $3 where tehsil = $1', [tehsil, place.at, place.id]);

interface OpenReport extends Place {
  issue: string;
  createdAt: Date;
  due: string;
}

/** The next open reports of a tehsil, the oldest first. */
export const nextOpen = (tx: Tx, tehsil: string, { at, id }: Place, count: number): Promise<OpenReport[]> =>
  allRows(
    tx,
    `select id, created_at::text as at, created_at as "createdAt", issue, due::text from reports
     where tehsil = $1 and phase = 'open' and (created_at, id) > ($2::timestamptz, $3::uuid)
     order by created_at, id limit $4`,
    [tehsil, at, id, count],
  );

/** Moves due days, each a new version of its report; of reports that are closed or dropped by now they stay. */
export async function moveDues(tx: Tx, dues: readonly { id: string; due: string }[]): Promise<void> {
  const ids = dues.map(({ id }) => id);
  await lockInOrder(tx, ids);
  await execute(
    tx,
    `update reports set due = moved.due, version = version + 1
     from unnest($1::uuid[], $2::date[]) as moved (id, due)
     where reports.id = moved.id and phase = 'open' and reports.due <> moved.due`,
    [ids, dues.map(({ due }) => due)],
  );
}
