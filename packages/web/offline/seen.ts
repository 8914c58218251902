/**
 * Answers that were read, kept in this browser for when the portal cannot be reached: a cache for each person, which ends with
 * their session, and one for what everybody may read.
 */
import { roleHeader } from '@tma/contracts/roles';
import { putBounded } from '@tma/web/offline/bounded';
import { unlessUnreachable } from '@tma/web/offline/connection';
import { claimsOf } from '@tma/web/session/token-claims';

/** What is kept: the lists, and what pages need to show them. Nothing else that a person reads. */
const kept: readonly string[] = [
  '/rest/v1/requests',
  '/api/supported',
  '/rest/v1/usersdb',
  '/rest/v1/tehsils',
  '/api/config',
  '/api/figures',
  '/api/gettehsils',
  '/api/stats',
  // Of administrators crew alone keep theirs: it names nobody.
  '/adminrequests',
];

/** How many answers of a person are kept, the newest, and how long each may be, in characters. */
const most = { answers: 40, length: 256 * 1024 };
/** What a kept answer says of itself. */
const keptHeaders = ['content-type', 'content-range', 'link', 'date'];
const seenHeader = 'x-last-seen';
const prefix = 'tma-seen';

/** Where an answer is kept. */
interface Place {
  cache: string;
  key: string;
}

/**
 * The place of an answer; null where it is not kept: nothing that an administrator read but crew, as offices share computers, and of a list
 * no rows further down and no part of the map, which come again with the network.
 */
export function placeOf(method: string, url: string, token?: string | null): Place | null {
  const { pathname, searchParams } = new URL(url, 'http://portal');
  if ((method !== 'GET' && method !== 'HEAD') || !kept.includes(pathname)) return null;
  if (searchParams.get('id')?.startsWith('lt.') || searchParams.has('before') || searchParams.has('bbox')) return null;
  const owner = token ? ownerOf(token) : 'everybody';
  return owner === null ? null : { cache: `${prefix} ${owner}`, key: `/seen/${method}${url}` };
}

/**
 * Whose token it is, `authenticated 42`: the server checks it, here it only keeps people apart. Null for one of an administrator who is
 * not crew, and for one that cannot be read.
 */
function ownerOf(token: string): string | null {
  const { aud, sub, role } = claimsOf(token) ?? {};
  return typeof aud === 'string' && (aud !== 'admin' || role === 'crew') && typeof sub === 'string'
    ? `${aud} ${sub}`
    : null;
}

/** The cache of whoever is signed in, by the audience of their tokens; null where nobody is. */
const present = new Map<string, string | null>();

/** Whether the person has left whose cache this is: an answer that was on its way then is not kept after all. */
const hasLeft = (cache: string): boolean =>
  [...present].some(([audience, stays]) => cache.startsWith(`${prefix} ${audience} `) && cache !== stays);

/** Whether an answer is one of the portal's: a network in between may answer anything with a page of its own. */
const isData = ({ key }: Place, { ok, headers }: Response): boolean =>
  ok && (key.startsWith('/seen/HEAD') || headers.get('content-type')?.includes('json') === true);

/** Whether the office reads it, with names: somebody who was crew when they signed in, as their token says. */
const isOfOffice = ({ headers }: Response): boolean => (headers.get(roleHeader) ?? 'crew') !== 'crew';

/** The answer that was asked for, kept for later; where the portal cannot be reached, the one last seen. */
export async function orLastSeen(place: Place, asked: Promise<Response>): Promise<Response> {
  const answer = await unlessUnreachable(asked, () => find(place));
  const isKept = isData(place, answer) && !isOfOffice(answer) && !lastSeenAt(answer);
  // Where the device keeps nothing, nothing is there without a network.
  if (isKept) void keep(place, answer.clone()).catch(() => {});
  return answer;
}

async function find({ cache, key }: Place): Promise<Response | undefined> {
  if (!(await caches.has(cache))) return undefined;
  const answer = await (await caches.open(cache)).match(key);
  if (!answer) return undefined;
  const headers = new Headers(answer.headers);
  headers.set(seenHeader, headers.get('date') ?? '');
  return new Response(answer.body, { headers });
}

async function keep({ cache, key }: Place, answer: Response): Promise<void> {
  const text = await answer.text();
  if (text.length > most.length) return;
  const headers = new Headers({ date: new Date().toUTCString() });
  for (const name of keptHeaders) {
    const value = answer.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  await putBounded(cache, key, new Response(text, { headers }), most.answers);
  if (hasLeft(cache)) await caches.delete(cache);
}

/** When an answer was given that is only the one last seen (RFC 3339); undefined for one that came just now. */
export function lastSeenAt({ headers }: Response): string | undefined {
  const date = headers.get(seenHeader);
  return date === null ? undefined : new Date(date).toISOString();
}

/**
 * Deletes what was kept of people; of administrators who are not crew all of it, which releases before kept.
 * @param audience of their tokens: residents and administrators are signed in apart
 * @param token of the one person whose answers stay
 */
export async function forgetSeen(audience: 'authenticated' | 'admin', token?: string): Promise<void> {
  const owner = token ? ownerOf(token) : null;
  const stays = owner && `${prefix} ${owner}`;
  present.set(audience, stays);
  const names = await caches.keys();
  const others = names.filter((name) => name.startsWith(`${prefix} ${audience} `) && name !== stays);
  await Promise.all(others.map((name) => caches.delete(name)));
}
