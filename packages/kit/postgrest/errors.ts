/** PostgREST's errors (docs.postgrest.org, "Errors"), with its codes and messages. */
import { HttpError } from '../http/http-error.ts';
import type { RestTable } from './table.ts';

/** PGRST100 for what does not parse. @param what it was to be, like `filter` */
export const unreadable = (what: string, text: string) =>
  new HttpError(400, 'PGRST100', `"failed to parse ${what} (${text.slice(0, 200)})" (line 1, column 1)`);
/** PGRST100 for what PostgREST knows and `/rest/v1` does not support. */
export const notSupported = (what: string) => new HttpError(400, 'PGRST100', `${what} is not supported here`);

/** 42703 for a column that a filter, `select` or `order` names and the table lacks. */
export const noColumn = (table: RestTable, column: string) =>
  new HttpError(400, '42703', `column ${table.name}.${column} does not exist`);

/** PGRST204 for a column that a body or `columns` names and the table lacks. */
export const noBodyColumn = (table: RestTable, column: string) =>
  new HttpError(400, 'PGRST204', `Could not find the '${column}' column of '${table.name}' in the schema cache`);
