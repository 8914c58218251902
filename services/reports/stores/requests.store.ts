/** Reports as residents see them (`/rest/v1/requests`), made into JSON by Postgres. */
import { limits, RequestRow } from '@tma/contracts';
import type { Db, Page, RestQuery, Rows } from '@tma/kit';
import { isCounted, readCountWhere } from './counts.store.ts';
import { isBefore, readPage, stampColumns } from './page.store.ts';
import { reportColumns, residentColumns } from './reports.store.ts';

/** SQL of the page, with its parameters; `$1` is the caller. */
function pageOf(columns: string, callerId: string, q: RestQuery) {
  const values: unknown[] = [callerId];
  // `$1` must be used whatever columns are selected, or Postgres cannot infer its type.
  const conditions = ['$1::uuid is not null'];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  for (const { column, value } of q.filters) {
    conditions.push(`${column} = ${parameter(value)}`);
    if (column === 'user_id') conditions.push('user_id = $1');
  }
  const unfiltered = q.filters.length === 0;
  if (q.before !== undefined) {
    conditions.push(unfiltered ? `id < ${parameter(q.before)}` : isBefore(q.before, parameter));
  }
  const where = conditions.join(' and ');
  const direction = q.order[0]?.ascending ? 'asc' : 'desc';
  // Ids are in the order of time, so both orders are the same: the first has the primary key, the other each filter's index.
  const order = unfiltered ? `id ${direction}` : `created_at ${direction}, id ${direction}`;
  const page = `select ${columns} from reports where ${where} order by ${order} limit ${q.limit} offset ${q.offset}`;
  return { page, where, values };
}

/**
 * Reports as a resident may see them: a filter by another's user id finds nothing. The stamp does not depend on the
 * caller, though what they see of their own rows does.
 */
export async function listRequests(db: Db, callerId: string, q: RestQuery): Promise<Rows & Required<Page>> {
  const { page, where, values } = pageOf(reportColumns, callerId, q);
  const total = q.count ? await countRequests(db, q, where, values) : null;
  const columns = residentColumns(q.select);
  const found = await readPage<{ json: string }>(
    db,
    `select coalesce(json_agg(seen), '[]')::text as json, ${stampColumns}
     from (${page}) as page cross join lateral (select ${columns}) as seen`,
    values,
    isPrepared(q),
  );
  return { ...found, total, stamp: columns + found.stamp };
}

/** The stamp and the size of the same page, without its rows. */
export async function stampRequests(db: Db, callerId: string, q: RestQuery): Promise<Required<Page>> {
  const { page, where, values } = pageOf('id, version', callerId, q);
  const total = q.count ? await countRequests(db, q, where, values) : null;
  const found = await readPage(db, `select ${stampColumns} from (${page}) as page`, values, isPrepared(q));
  return { ...found, total, stamp: residentColumns(q.select) + found.stamp };
}

/** Queries of a few shapes: all columns, at most one filter, a page of the default length. */
const isPrepared = ({ select, filters, limit, offset }: RestQuery) =>
  select.length === Object.keys(RequestRow.shape).length &&
  filters.length <= 1 &&
  limit === limits.page.default &&
  offset === 0;

/** From the kept counts where they can answer; any other filter is by id or by the caller, whose rows an index counts. */
async function countRequests(db: Db, q: RestQuery, where: string, values: unknown[]): Promise<number> {
  if (q.before === undefined && q.filters.every(({ column }) => isCounted(column)))
    return readCountWhere(db, q.filters);
  const { rows } = await db.query<{ total: number }>(
    `select count(*)::int as total from reports where ${where}`,
    values,
  );
  return rows[0]?.total ?? 0;
}
