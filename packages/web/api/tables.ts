/** Reading `/rest/v1`: whole rows, pages by key, counts from `Content-Range` (PostgREST's wire format). */
import type { Profile as ProfileSchema, RequestRow } from '@tma/contracts';
import { counted } from '@tma/contracts/reports/statuses';
import { call, callForBoth, fillPath, sendRequest } from '@tma/web/api/call';
import type { Out } from '@tma/web/api/operation-types';
import { isSparing } from '@tma/web/network/sparing';
import { lastSeenAt } from '@tma/web/offline/seen';

export type Report = Out<typeof RequestRow>;
export type Profile = Out<typeof ProfileSchema>;

/** Rows per page of a list, as the contract's default; on a slow network as many as come in two seconds. */
export const pageSize = isSparing ? 10 : 50;

export type ReportFilter = Readonly<Partial<Record<'user_id' | 'status', string>>>;
export interface ReportPage {
  rows: readonly Report[];
  /** How many rows match the filter from this page on; on the first page, all. */
  total: number;
  /** When they were read, where these are only those last seen (RFC 3339). */
  seenAt?: string;
}

const equal = (filter: ReportFilter) =>
  Object.fromEntries(Object.entries(filter).map(([column, value]) => [column, `eq.${value}`]));

/** The query of reports, newest first, those older than `before` (a report's id). */
const queryOf = (
  select: string,
  filter: ReportFilter,
  { before, ...more }: { before?: string; limit?: number; bbox?: string },
) => ({ select, ...equal(filter), id: before && `lt.${before}`, order: 'created_at.desc,id.desc', ...more });

/** The number after the slash of `0-49/123`; `*` or nothing is 0. */
const totalOf = (contentRange: string | null) => Number(contentRange?.split('/')[1] ?? 0) || 0;

/** One page of reports. */
export async function readReports(
  filter: ReportFilter,
  token: string,
  { before, signal }: { before?: string; signal?: AbortSignal } = {},
): Promise<ReportPage> {
  const { answer, response } = await callForBoth('GET /rest/v1/requests', {
    query: queryOf('*', filter, { before, limit: pageSize }),
    headers: { prefer: 'count=exact' },
    token,
    signal,
  });
  return {
    rows: answer as Report[],
    total: totalOf(response.headers.get('content-range')),
    seenAt: lastSeenAt(response),
  };
}

/** Those on a part of the map (`west,south,east,north`), the newest thousand. */
export const readReportsOnMap = async (filter: ReportFilter, bbox: string, token: string, signal?: AbortSignal) =>
  (await call('GET /rest/v1/requests', {
    query: queryOf('*', filter, { bbox }),
    token,
    signal,
  })) as Report[];

export async function countReports(filter: ReportFilter, token: string, signal?: AbortSignal): Promise<number> {
  const url = fillPath('/rest/v1/requests', {}, { select: 'id', ...equal(filter) });
  const response = await sendRequest('HEAD', url, { headers: { prefer: 'count=exact' }, token, signal });
  return totalOf(response.headers.get('content-range'));
}

const closedPage = { rows: 200, pages: 5 };

/**
 * How many reports of that person are closed and wait for their answer. The server counts by status only, so the closed ones
 * are read, by their closure alone: the newest thousand of them.
 */
export async function countClaimed(userId: string, token: string, signal?: AbortSignal): Promise<number> {
  const filter = { user_id: userId, status: counted.completed };
  let claimed = 0;
  let before: string | undefined;
  for (let page = 0; page < closedPage.pages; page += 1) {
    const rows = (await call('GET /rest/v1/requests', {
      query: queryOf('id,closure', filter, { before, limit: closedPage.rows }),
      token,
      signal,
    })) as Pick<Report, 'id' | 'closure'>[];
    claimed += rows.filter(({ closure }) => closure === 'claimed').length;
    if (rows.length < closedPage.rows) break;
    before = rows.at(-1)?.id;
  }
  return claimed;
}

/** The profile of that person. Throws `ApiError` with code `PGRST116` when there is none. */
export const readProfile = async (id: string, token: string, signal?: AbortSignal) =>
  (await call('GET /rest/v1/usersdb', {
    query: { select: '*', id: `eq.${id}` },
    headers: { accept: 'application/vnd.pgrst.object+json' },
    token,
    signal,
  })) as Profile;

export async function createProfile(profile: Profile, token: string): Promise<Profile> {
  await call('POST /rest/v1/usersdb', { body: profile, token });
  return profile;
}

/** The names of the tehsils, in order. */
export async function readTehsils(signal?: AbortSignal): Promise<string[]> {
  const rows = (await call('GET /rest/v1/tehsils', { query: { select: 'tehsil' }, signal })) as { tehsil: string }[];
  return rows.map((row) => row.tehsil);
}
