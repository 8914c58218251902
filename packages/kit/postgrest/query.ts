import type { IncomingHttpHeaders } from 'node:http';
import { limits } from '@tma/contracts';
import { noBodyColumn, noColumn, notSupported, unreadable } from './errors.ts';
import { readFilters } from './filters.ts';
import { readHeaders } from './headers.ts';
import type { RestQuery, RestTable } from './table.ts';

/**
 * Reads what a call asks of a table.
 * Throws PostgREST's errors: PGRST100 for what is not understood, 42703 and PGRST204 for unknown columns, 22P02 for a value
 * that cannot be a UUID.
 */
export function readQuery(table: RestTable, query: Record<string, unknown>, headers: IncomingHttpHeaders): RestQuery {
  const { filters, before } = readFilters(table, query);
  const columns = readColumns(table, one(query, 'columns'));
  return {
    select: readSelect(table, one(query, 'select')),
    filters,
    ...(before && { before }),
    order: readOrder(table, one(query, 'order')),
    limit: Math.min(readNumber('limit', one(query, 'limit')) ?? limits.page.default, limits.page.max),
    offset: readOffset(one(query, 'offset')),
    ...readHeaders(headers),
    ...(columns && { columns }),
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
  if (!/^\d{1,15}$/.test(text)) throw unreadable(`${name} parameter`, text);
  return Number(text);
}

function readOffset(text: string | undefined): number {
  const offset = readNumber('offset', text) ?? 0;
  if (offset > limits.page.maxOffset) throw notSupported(`An offset over ${limits.page.maxOffset}`);
  return offset;
}
