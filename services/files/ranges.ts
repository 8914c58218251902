import type { Range } from './storage.ts';

/**
 * The part of `size` bytes that a Range header asks for (RFC 9110, 14.2): null for the whole, also when the header is of
 * another unit, malformed or asks for several parts; 'unsatisfiable' when it lies beyond the end.
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
