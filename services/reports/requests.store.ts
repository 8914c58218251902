/** Reports as residents see them, made into JSON by Postgres. */
import type { RequestRow } from '@tma/contracts';
import type { Db, RestQuery, Rows } from '@tma/kit';
import type { z } from 'zod';
import { countWhere, isCounted } from './counts.store.ts';
import { isBefore } from './keyset.store.ts';

type SeenByResident = z.infer<typeof RequestRow>;

/** What residents see, column by column; $1 is who asks. */
const requestColumns: Record<keyof SeenByResident, string> = {
  id: 'id',
  reference: 'reference',
  user_id: 'case when user_id = $1 then user_id end as user_id',
  issue: 'issue',
  description: 'description',
  status: 'status',
  location: 'location',
  tehsil: 'tehsil',
  image: 'image',
  created_at: 'rfc3339(created_at) as created_at',
  updated_at: 'rfc3339(updated_at) as updated_at',
  schedule: 'schedule',
};
const columnsOf = (names: readonly string[]) =>
  names.map((name) => requestColumns[name as keyof SeenByResident]).join(', ');

/** One report as residents see it. */
export async function requestRow(db: Db, id: string, callerId: string): Promise<SeenByResident> {
  const { rows } = await db.query<{ row: SeenByResident }>(
    `select to_json(one) as row from (
       select ${columnsOf(Object.keys(requestColumns))} from reports where id = $2) as one`,
    [callerId, id],
  );
  if (!rows[0]) throw new Error('a report that was just there is gone');
  return rows[0].row;
}

/** The report that a person's key made in the last 24 hours, as residents see it. */
export async function findByKey(db: Db, callerId: string, key: string): Promise<SeenByResident | null> {
  const { rows } = await db.query<{ report_id: string }>(
    `select report_id from idempotency_keys
     where user_id = $1 and key = $2 and created_at >= now() - interval '24 hours'`,
    [callerId, key],
  );
  return rows[0] ? requestRow(db, rows[0].report_id, callerId) : null;
}

/** Reports as a resident may see them: a filter by another's user id finds nothing. */
export async function listRequests(db: Db, callerId: string, q: RestQuery): Promise<Rows> {
  const values: unknown[] = [callerId];
  const conditions = ['$1::uuid is not null'];
  const value = (given: unknown) => `$${values.push(given)}`;
  for (const { column, value: wanted } of q.filters) {
    conditions.push(`${column} = ${value(wanted)}`);
    if (column === 'user_id') conditions.push('user_id = $1');
  }
  const whole = q.filters.length === 0;
  if (q.before !== undefined) conditions.push(whole ? `id < ${value(q.before)}` : isBefore(q.before, value));
  const where = conditions.join(' and ');
  const total = q.count ? await countRequests(db, q, where, [...values]) : null;
  const direction = q.order[0]?.ascending ? 'asc' : 'desc';
  // Ids are in the order of time, so both orders are the same: the first has the primary key, the other each filter's index.
  const order = whole ? `id ${direction}` : `reports.created_at ${direction}, id ${direction}`;
  const { rows } = await db.query<{ json: string; rows: number }>(
    `select coalesce(json_agg(page), '[]')::text as json, count(*)::int as rows from (
       select ${columnsOf(q.select)} from reports where ${where}
       order by ${order} limit ${value(q.limit)} offset ${value(q.offset)}) as page`,
    values,
  );
  return { json: rows[0]?.json ?? '[]', rows: rows[0]?.rows ?? 0, total };
}

/** Read from the kept counts where they tell it; else the index of the person's own rows is short. */
async function countRequests(db: Db, q: RestQuery, where: string, values: unknown[]): Promise<number> {
  if (q.before === undefined && q.filters.every(({ column }) => isCounted(column))) return countWhere(db, q.filters);
  const { rows } = await db.query<{ total: number }>(
    `select count(*)::int as total from reports where ${where}`,
    values,
  );
  return rows[0]?.total ?? 0;
}
