/** What `/rest/v1` has: tables, and what a call may ask of one (docs.postgrest.org, "Tables and Views"). */

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
