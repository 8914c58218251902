/** Updating the cards on the screen when the list is read again. */
import type { AdminReport, Segment } from './segments.ts';

type Row = Pick<AdminReport, 'id' | 'updated_at'>;

/**
 * The rows of a segment after it was read again. A row that is known in a later version, because it was saved meanwhile,
 * stays. With `holdNew`, rows above all known ones are held back: they would push away what somebody is looking at.
 */
export function merge<R extends Row>(known: readonly R[], read: readonly R[], holdNew: boolean) {
  const byId = new Map(known.map((row) => [row.id, row]));
  const top = known[0]?.id;
  const shown = holdNew && top !== undefined ? read.filter(({ id }) => id <= top) : read;
  const rows = shown.map((row) => {
    const before = byId.get(row.id);
    return before && before.updated_at > row.updated_at ? before : row;
  });
  return { rows, heldBack: read.length - shown.length };
}

/** The indexes of the segments that hold the cards from `first` to `last`, and of the first one, where new reports appear. */
export function segmentsToRead(segments: readonly Segment[], [first, last]: readonly [number, number]): number[] {
  let end = 0;
  return segments.flatMap(({ rows }, index) => {
    const begin = end;
    end += rows.length;
    return index === 0 || (begin <= last && end > first) ? [index] : [];
  });
}
