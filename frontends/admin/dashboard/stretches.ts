/**
 * The tehsil's reports by stretches of the list. A stretch keeps its borders when it is read again: reports come and go
 * within it, its neighbours stay what they are, and what has not changed costs a 304.
 */
import type { AdminFilter } from '@tma/contracts/reports/statuses';
import { call, callForResponse } from '@tma/web/api';
import type { Answer } from '@tma/web/operation-types';

export type AdminReport = Answer<'GET /adminrequests'>[number];

/** Whose list, and what it lets through. */
export interface Which {
  token: string;
  filter: AdminFilter;
}

/** Newest first, down to the report `end`; to the bottom of the list where that is null. */
export interface Stretch {
  rows: readonly AdminReport[];
  end: string | null;
}

/** Reports in a new stretch. */
const size = 50;

/** The stretch below the report `before`, or at the top of the list. */
export async function readStretch({ token, filter }: Which, before?: string, signal?: AbortSignal): Promise<Stretch> {
  const query = { filter, limit: size, before };
  const response = await callForResponse('GET /adminrequests', { query, token, signal });
  const rows = (await response.json()) as AdminReport[];
  const more = response.headers.get('link')?.includes('rel="next"') ?? false;
  return { rows, end: (more && rows.at(-1)?.id) || null };
}

/** What is in a stretch now, between the borders it has. Ids are in the order of the list: their time comes first. */
export async function readAgain(which: Which, before: string | undefined, end: string | null, signal: AbortSignal) {
  const rows: AdminReport[] = [];
  for (let from = before; ; ) {
    const part = await readStretch(which, from, signal);
    rows.push(...part.rows.filter(({ id }) => end === null || id >= end));
    if (part.end === null || (end !== null && part.end <= end)) return rows;
    from = part.end;
  }
}

/** The id that comes right after this one. */
export function nextId(id: string): string {
  const digits = (BigInt(`0x${id.replaceAll('-', '')}`) + 1n).toString(16).padStart(32, '0');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** A report as it is now: the first one of the whole list below where it stands. Undefined when it is gone. */
export async function readReport(token: string, id: string): Promise<AdminReport | undefined> {
  const query = { filter: 'all', limit: 1, before: nextId(id) };
  const rows = await call('GET /adminrequests', { query, token });
  return rows.find((row) => row.id === id);
}
