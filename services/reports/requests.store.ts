/** Reports as residents see them, made into JSON by Postgres. */
import { limits, type RequestRow } from '@tma/contracts';
import type { Db, Page, RestQuery, Rows } from '@tma/kit';
import type { z } from 'zod';
import { countWhere, isCounted } from './counts.store.ts';
import { isBefore } from './keyset.store.ts';
import { readPage, stampColumns } from './page.store.ts';

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

/** The page that is asked for, in SQL, with its parameters; $1 is who asks. */
function pageOf(callerId: string, q: RestQuery) {
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
  const direction = q.order[0]?.ascending ? 'asc' : 'desc';
  // Ids are in the order of time, so both orders are the same: the first has the primary key, the other each filter's index.
  const order = whole ? `id ${direction}` : `created_at ${direction}, id ${direction}`;
  const page = `select * from reports where ${where} order by ${order} limit ${q.limit} offset ${q.offset}`;
  return { page, where, values };
}

/**
 * Reports as a resident may see them: a filter by another's user id finds nothing. The stamp leaves out who asks, though
 * what they see of their own rows is theirs alone.
 */
export async function listRequests(db: Db, callerId: string, q: RestQuery): Promise<Rows & Required<Page>> {
  const { page, where, values } = pageOf(callerId, q);
  const total = q.count ? await countRequests(db, q, where, values) : null;
  const found = await readPage<{ json: string }>(
    db,
    `select coalesce(json_agg(seen), '[]')::text as json, ${stampColumns}
     from (${page}) as page cross join lateral (select ${columnsOf(q.select)}) as seen`,
    values,
    isUsual(q),
  );
  return { ...found, total, stamp: columnsOf(q.select) + found.stamp };
}

/** The same page's stamp, for a tenth of the work. */
export async function stampRequests(db: Db, callerId: string, q: RestQuery): Promise<Required<Page>> {
  const { page, where, values } = pageOf(callerId, q);
  const total = q.count ? await countRequests(db, q, where, values) : null;
  const found = await readPage(db, `select ${stampColumns} from (${page}) as page`, values, isUsual(q));
  return { ...found, total, stamp: columnsOf(q.select) + found.stamp };
}

/** Calls of a few shapes, which Postgres is asked to remember: whole rows, at most one filter, a page of the usual length. */
const isUsual = ({ select, filters, limit, offset }: RestQuery) =>
  select.length === Object.keys(requestColumns).length &&
  filters.length <= 1 &&
  limit === limits.page.default &&
  offset === 0;

/** Read from the kept counts where they tell it; else the index of the person's own rows is short. */
async function countRequests(db: Db, q: RestQuery, where: string, values: unknown[]): Promise<number> {
  if (q.before === undefined && q.filters.every(({ column }) => isCounted(column))) return countWhere(db, q.filters);
  const { rows } = await db.query<{ total: number }>(
    `select count(*)::int as total from reports where ${where}`,
    values,
  );
  return rows[0]?.total ?? 0;
}
