import { HttpError } from '../http/http-error.ts';
import { noBodyColumn, notSupported } from './errors.ts';
import type { RestQuery, RestTable } from './table.ts';

/**
 * The row in the body of a write: the body itself, or the only row of an array, cut down to `columns=` when given.
 * Throws PGRST204 for an unknown column, PGRST100 for any other number of rows, PGRST102 for anything but an object.
 */
export function readRow(table: RestTable, body: unknown, q: Pick<RestQuery, 'columns'>): Record<string, unknown> {
  if (Array.isArray(body) && body.length !== 1) throw notSupported(`An array of ${body.length} rows`);
  const row: unknown = Array.isArray(body) ? body[0] : body;
  if (typeof row !== 'object' || row === null) throw new HttpError(400, 'PGRST102', 'Empty or invalid json');
  const entries = Object.entries(row).filter(([column]) => q.columns?.includes(column) ?? true);
  const unknown = entries.find(([column]) => !table.columns.includes(column));
  if (unknown) throw noBodyColumn(table, unknown[0]);
  return Object.fromEntries(entries);
}
