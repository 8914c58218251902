/** Whether a list that was read again shows something else than before. */
interface Row {
  id: string;
  updated_at: string;
}

const beginsWith = (rows: readonly Row[], beginning: readonly Row[]) =>
  beginning.every((row, index) => rows[index]?.id === row.id && rows[index].updated_at === row.updated_at);

/** Any row is another, or in another version. */
export const rowsDiffer = (before: readonly Row[], now: readonly Row[]): boolean =>
  before.length !== now.length || !beginsWith(now, before);

/** The same, but rows that were loaded on demand at the end are no change. */
export const loadedRowsDiffer = (before: readonly Row[], now: readonly Row[]): boolean =>
  (before.length === 0 && now.length > 0) || !beginsWith(now, before);
