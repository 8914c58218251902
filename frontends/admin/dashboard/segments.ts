/**
 * The tehsil's reports by segments of the list. A segment keeps its borders when it is read again: reports are added and
 * removed within it, the other segments stay as they are, and a segment that has not changed costs a 304.
 */
import { call, callForBoth } from '@tma/web/api/call';
import type { Answer } from '@tma/web/api/operation-types';
import { isSparing } from '@tma/web/network/sparing';
import { lastSeenAt } from '@tma/web/offline/seen';
import { type Chosen, queryOf } from './chosen.ts';

export type AdminReport = Answer<'GET /adminrequests'>[number];

/** Whose list, and which of its reports. */
export interface ListQuery extends Chosen {
  token: string;
}

/** Newest first, down to the report `end`; to the bottom of the list where that is null. */
export interface Segment {
  rows: readonly AdminReport[];
  end: string | null;
  /** When it was read, where it is only what was last seen (RFC 3339). */
  seenAt?: string | undefined;
}

/** Reports in a new segment: on a slow network as many as come in two seconds. */
const segmentSize = isSparing ? 10 : 50;

/** The segment below the report `before`, or at the top of the list. */
export async function readSegment(
  { token, ...chosen }: ListQuery,
  before?: string,
  signal?: AbortSignal,
  limit = segmentSize,
): Promise<Segment> {
  const query = { filter: chosen.filter, ...queryOf(chosen), limit, before };
  const { answer, response } = await callForBoth('GET /adminrequests', { query, token, signal });
  return { rows: answer, end: nextOf(response), seenAt: lastSeenAt(response) };
}

/** Those of a query on a part of the map (`west,south,east,north`), the newest thousand. */
export const readReportsOnMap = async ({ token, ...chosen }: ListQuery, bbox: string, signal?: AbortSignal) =>
  (await call('GET /adminrequests', {
    query: { filter: chosen.filter, ...queryOf(chosen), bbox },
    token,
    signal,
  })) as AdminReport[];

/** What the next page is asked for after: a search may have looked further down than its last row. Null on the last page. */
function nextOf({ url, headers }: Response): string | null {
  const [, target] = /<([^>]*)>;[^,]*\brel="?next\b/.exec(headers.get('link') ?? '') ?? [];
  // A target may be relative to the address that was asked (RFC 8288); an answer that was last seen has none.
  return target === undefined ? null : new URL(target, url || location.href).searchParams.get('before');
}

/** The current rows of a segment, between its borders. Ids sort as the list does: they begin with the time. */
export async function rereadSegment(
  query: ListQuery,
  before: string | undefined,
  end: string | null,
  signal: AbortSignal,
): Promise<AdminReport[]> {
  const rows: AdminReport[] = [];
  let from = before;
  for (;;) {
    const part = await readSegment(query, from, signal);
    rows.push(...part.rows.filter(({ id }) => end === null || id >= end));
    if (part.end === null || (end !== null && part.end <= end)) return rows;
    from = part.end;
  }
}

export const readReport = (token: string, id: string): Promise<AdminReport> =>
  call('GET /reports/{id}', { params: { id }, token }) as Promise<AdminReport>;

export type Entry = Answer<'GET /reports/{id}/history'>[number];

export const readHistory = (token: string, id: string, signal?: AbortSignal): Promise<Entry[]> =>
  call('GET /reports/{id}/history', { params: { id }, query: { notes: 'public' }, token, signal });
