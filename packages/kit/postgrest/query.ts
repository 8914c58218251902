/**
 * The closed subset of PostgREST's wire format that `/rest/v1` speaks: tables, what a call may ask of one (docs.postgrest.org, "Tables
 * and Views"), and PostgREST's errors (same place, "Errors"), with its codes and messages.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { limits } from '@tma/contracts';
import { HttpError } from '../http/http-error.ts';

/** A table as `/rest/v1` shows it. */
export interface RestTable {
  /** Its name, for messages. */
  name: string;
  columns: readonly string[];
  /** The columns that take `eq`. */
  filters: readonly string[];
  /** The columns it can be ordered by; all of one call's in one direction. */
  orders: readonly string[];
  /** The columns that hold a UUID. */
  ids?: readonly string[];
  /** Whether `id=lt.<uuid>` asks for the next page. */
  pages?: boolean;
}

/** What a call asks of a table. */
export interface RestQuery {
  /** The columns to answer with, at least one. */
  select: string[];
  /** Every one must hold. */
  filters: { column: string; value: string }[];
  /** Only rows whose id is below this one. */
  before?: string;
  order: { column: string; ascending: boolean }[];
  limit: number;
  offset: number;
  /** Whether the number of all matching rows is wanted. */
  count: boolean;
  /** Whether one object is wanted instead of an array. */
  single: boolean;
  /** Whether a write is to answer with the row it wrote. */
  representation: boolean;
  /** The columns a write is to take from the body; all when absent. */
  columns?: string[];
}

/**
 * Reads what a call asks of a table.
 * Throws PostgREST's errors: PGRST100 for what is not understood, 42703 and PGRST204 for unknown columns, 22P02 for a value
 * that cannot be a UUID.
 */
export function readQuery(table: RestTable, query: Record<string, unknown>, headers: IncomingHttpHeaders): RestQuery {
  return {
    ...readFilters(table, query),
    columns: readColumns(table, one(query, 'columns')),
    select: readSelect(table, one(query, 'select')),
    order: readOrder(table, one(query, 'order')),
    limit: Math.min(readNumber('limit', one(query, 'limit')) ?? limits.page.default, limits.page.max),
    offset: readOffset(one(query, 'offset')),
    ...readHeaders(headers),
  };
}

/** The value of a parameter; PGRST100 when it is given twice. */
function one(query: Record<string, unknown>, name: string): string | undefined {
  const value = query[name];
  if (Array.isArray(value)) throw notSupported(`More than one ${name}`);
  return typeof value === 'string' ? value : undefined;
}

/** Column names written with commas, each perhaps in double quotes. */
const namesIn = (text: string) => text.split(',').map((name) => name.trim().replace(/^"(.*)"$/, '$1'));

function readSelect(table: RestTable, text = '*'): string[] {
  const names = namesIn(text === '' ? '*' : text).flatMap((name) => {
    if (name === '*') return table.columns;
    if (!/^\w+$/.test(name)) throw unreadable('select parameter', text);
    if (!table.columns.includes(name)) throw noColumn(table, name);
    return name;
  });
  return [...new Set(names)];
}

function readColumns(table: RestTable, text: string | undefined): string[] | undefined {
  if (text === undefined) return undefined;
  const names = namesIn(text);
  const unknown = names.find((name) => !table.columns.includes(name));
  if (unknown !== undefined) throw noBodyColumn(table, unknown);
  return names;
}

function readOrder(table: RestTable, text: string | undefined): RestQuery['order'] {
  if (text === undefined || text === '') return [];
  const order = text.split(',').map((term) => {
    const [, column, direction] = /^(\w+)(?:\.(asc|desc))?$/.exec(term) ?? [];
    if (column === undefined) throw unreadable('order', text);
    if (!table.columns.includes(column)) throw noColumn(table, column);
    if (!table.orders.includes(column)) throw unreadable('order', text);
    return { column, ascending: direction !== 'desc' };
  });
  if (order.some(({ ascending }) => ascending !== order[0]?.ascending)) throw unreadable('order', text);
  return order;
}

function readNumber(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d+$/.test(text)) throw unreadable(`${name} parameter`, text);
  return Number(text);
}

function readOffset(text: string | undefined): number {
  const offset = readNumber('offset', text) ?? 0;
  if (offset > limits.page.maxOffset) throw notSupported(`An offset over ${limits.page.maxOffset}`);
  return offset;
}

/**
 * The row in the body of a write: the body itself, or the only row of an array, cut down to `columns=` when given.
 * Throws PGRST204 for an unknown column, PGRST100 for any other number of rows, PGRST102 for anything but an object.
 */
export function readRow(table: RestTable, body: unknown, q: Pick<RestQuery, 'columns'>): Record<string, unknown> {
  if (Array.isArray(body) && body.length !== 1) throw notSupported(`An array of ${body.length} rows`);
  const row: unknown = Array.isArray(body) ? body[0] : body;
  if (typeof row !== 'object' || row === null || Array.isArray(row))
    throw new HttpError(400, 'PGRST102', 'Empty or invalid json');
  const entries = Object.entries(row).filter(([column]) => q.columns?.includes(column) ?? true);
  const unknown = entries.find(([column]) => !table.columns.includes(column));
  if (unknown) throw noBodyColumn(table, unknown[0]);
  return Object.fromEntries(entries);
}

/** Parameters that are no filters. */
const knownParameters = new Set(['select', 'order', 'limit', 'offset', 'columns']);
const logicParameters = /^(not\.)?(or|and)$/;
const anyOperator =
  /^(not\.)?(eq|gte?|lte?|neq|i?like|i?match|in|is|isdistinct|(pl|ph|w)?fts|cs|cd|ov|sl|sr|nx[rl]|adj)(\(\w+\))?\./;
const uuidShape = /^[\da-f]{8}-?([\da-f]{4}-?){3}[\da-f]{12}$/i;
/** A UUID as it is compared with others: in one case, without hyphens. */
const bare = (uuid: string) => uuid.toLowerCase().replaceAll('-', '');

/**
 * The filters among the parameters: `column=eq.value`, and `id=lt.<uuid>` where the table has pages. Given several times, the
 * lowest `id` counts. Throws PGRST100, 42703, 22P02 as `readQuery` says.
 */
function readFilters(table: RestTable, query: Record<string, unknown>): Pick<RestQuery, 'filters' | 'before'> {
  const filters: RestQuery['filters'] = [];
  let before: string | undefined;
  for (const [column, given] of Object.entries(query)) {
    if (knownParameters.has(column)) continue;
    for (const text of [given].flat().map(String)) {
      if (logicParameters.test(column)) throw unreadable('logic tree', `${column}${text}`);
      if (column === 'on_conflict') throw notSupported('on_conflict');
      if (!anyOperator.test(text)) throw unreadable('filter', text);
      if (!table.columns.includes(column)) throw noColumn(table, column);
      const [, operator, value] = /^(eq|lt)\.(.*)$/s.exec(text) ?? [];
      const isPage = operator === 'lt' && table.pages === true && column === 'id';
      const isFilter = operator === 'eq' && table.filters.includes(column);
      if (value === undefined || (!isPage && !isFilter)) throw unreadable('filter', text);
      checkValue(table, column, value);
      if (isFilter) filters.push({ column, value });
      else if (before === undefined || bare(value) < bare(before)) before = value;
    }
  }
  return { filters, before };
}

function checkValue(table: RestTable, column: string, value: string) {
  if (value.includes('\0')) throw new HttpError(400, '22021', 'invalid byte sequence for encoding "UTF8": 0x00');
  if (table.ids?.includes(column) && !uuidShape.test(value)) {
    throw new HttpError(400, '22P02', `invalid input syntax for type uuid: "${value.slice(0, 200)}"`);
  }
}

/** What `Prefer`, `Accept` and the profile headers ask for. Throws PGRST100 for what is not supported. */
function readHeaders(headers: IncomingHttpHeaders): Pick<RestQuery, 'count' | 'single' | 'representation'> {
  for (const name of ['accept-profile', 'content-profile']) {
    if ((headers[name] ?? 'public') !== 'public') throw notSupported(`The schema ${headers[name]}`);
  }
  const prefer = [headers.prefer ?? ''].flat().join(',').replaceAll(' ', '').split(',');
  if (prefer.some((wish) => wish.startsWith('resolution='))) throw notSupported('An upsert');
  // Whoever only tries a write must not find it done.
  if (prefer.includes('tx=rollback')) throw notSupported('A rollback');
  return {
    // Asked for an estimate, we count: it is right for either.
    count: prefer.some((wish) => /^count=(exact|planned|estimated)$/.test(wish)),
    single: wantsObject(headers.accept ?? '*/*'),
    representation: prefer.includes('return=representation'),
  };
}

const objectType = 'application/vnd.pgrst.object+json';
const arrayTypes = ['*/*', 'application/*', 'application/json', 'application/vnd.pgrst.array+json', 'text/html'];

/**
 * Whether one object is wanted instead of an array. A plan of the query names the type of its rows in a parameter, and rows without
 * nulls (`nulls=stripped`) are asked for by one: neither is supported.
 */
function wantsObject(accept: string): boolean {
  const ranges = accept.toLowerCase().split(',');
  const types = ranges.filter((range) => !range.includes('nulls=')).map((range) => range.replace(/;.*/s, '').trim());
  if (types.includes(objectType)) return true;
  if (types.some((type) => arrayTypes.includes(type))) return false;
  throw notSupported(`The media type ${accept.slice(0, 200)}`);
}

/** PGRST100 for what does not parse. @param what it was to be, like `filter` */
const unreadable = (what: string, text: string) =>
  new HttpError(400, 'PGRST100', `"failed to parse ${what} (${text.slice(0, 200)})" (line 1, column 1)`);
/** PGRST100 for what PostgREST knows and `/rest/v1` does not support. */
const notSupported = (what: string) => new HttpError(400, 'PGRST100', `${what} is not supported here`);

/** 42703 for a column that a filter, `select` or `order` names and the table lacks. */
const noColumn = (table: RestTable, column: string) =>
  new HttpError(400, '42703', `column ${table.name}.${column} does not exist`);

/** PGRST204 for a column that a body or `columns` names and the table lacks. */
const noBodyColumn = (table: RestTable, column: string) =>
  new HttpError(400, 'PGRST204', `Could not find the '${column}' column of '${table.name}' in the schema cache`);
