import type { Range } from './storage.ts';

/**
 * The part of `size` bytes that a Range header requests (RFC 9110, 14.1.2 and 14.2): null for the whole, also when the
 * header has another unit, several parts or no valid syntax; 'unsatisfiable' when the part begins beyond the end.
 * Not range-parser: it takes `-100` of 10 bytes and `3-2` for unsatisfiable, and one part of several for the only one.
 */
export function readRange(header: string | undefined, size: number): Range | null | 'unsatisfiable' {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return null;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return null;
  if (start >= size) return 'unsatisfiable';
  return { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}
