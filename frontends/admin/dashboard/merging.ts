/** What becomes of the cards that are shown when the list is read again. */
import type { AdminReport, Stretch } from './stretches.ts';

type Row = Pick<AdminReport, 'id' | 'updated_at'>;

/**
 * The rows of a stretch after it was read again. One that is known in a later version, as it was saved meanwhile, stays.
 * With `hold`, what is newer than all that is known waits: it would push away what somebody is looking at.
 */
export function merge<R extends Row>(known: readonly R[], read: readonly R[], hold: boolean) {
  const before = new Map(known.map((row) => [row.id, row]));
  const top = known[0]?.id;
  const shown = hold && top !== undefined ? read.filter(({ id }) => id <= top) : read;
  const rows = shown.map((row) => {
    const had = before.get(row.id);
    return had && had.updated_at > row.updated_at ? had : row;
  });
  return { rows, waiting: read.length - shown.length };
}

/** Whether a stretch says something else than before. */
export const differs = (before: readonly Row[], now: readonly Row[]): boolean =>
  before.length !== now.length ||
  before.some((row, place) => row.id !== now[place]?.id || row.updated_at !== now[place].updated_at);

/** The places of the stretches that hold the cards from `first` to `last`, and of the first, where new ones come. */
export function stretchesOf(stretches: readonly Stretch[], [first, last]: readonly [number, number]): number[] {
  let end = 0;
  return stretches.flatMap(({ rows }, place) => {
    const begin = end;
    end += rows.length;
    return place === 0 || (begin <= last && end > first) ? [place] : [];
  });
}
