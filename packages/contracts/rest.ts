/** What the tables of `/rest/v1` share: a closed subset of PostgREST's wire format (https://docs.postgrest.org). */
import { z } from 'zod';

const text = z.string().optional();

/**
 * The query of a table: `select`, `order`, `limit` and `offset`; a table adds a filter by column, `eq.value`. Parsed by
 * `kit/postgrest/query.ts`.
 */
export const tableQuery = z.looseObject({ select: text, order: text, limit: text, offset: text });

/** A filter by column. One that is given several times must hold each time. */
export const columnFilter = z.union([z.string(), z.array(z.string())]).optional();

/** The body of a read: the rows with the selected columns, or one row where a single object was requested. */
export const rows = <T extends z.ZodObject>(row: T) => z.union([z.array(row.partial()), row.partial()]);
