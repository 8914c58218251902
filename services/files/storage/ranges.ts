import { Readable } from 'node:stream';
import { HttpError } from '@tma/kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
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

/**
 * The part of a file that is asked for, null for the whole: HEAD describes the whole; a range of another version is no part of this one
 * (RFC 9110, 14.2 and 13.1.5). Throws 416. @param what the file is, in words
 */
export function requestedRange(
  { method, headers }: FastifyRequest,
  { etag, size, what }: { etag: string; size: number; what: string },
): Range | null {
  const condition = headers['if-range'];
  const isRanged = method === 'GET' && (condition === undefined || condition === etag);
  const range = readRange(isRanged ? headers.range : undefined, size);
  if (range !== 'unsatisfiable') return range;
  throw new HttpError(416, 'range_not_satisfiable', `The ${what} ends before that.`, {
    headers: { 'content-range': `bytes */${size}` },
  });
}

/** Sends a file or a part of it; to HEAD its length alone. @param open reads what is sent */
export async function sendRange(
  { method }: FastifyRequest,
  reply: FastifyReply,
  { range, size }: { range: Range | null; size: number },
  open: () => Readable | Promise<Readable>,
) {
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`);
  reply.header('content-length', range ? range.end - range.start + 1 : size);
  return reply.send(method === 'HEAD' ? Readable.from([]) : await open());
}
