/** The browser's client of the portal's HTTP operations. Types come from the contracts; at run time a call is its own name. */
import { roleHeader } from '@tma/contracts/roles';
import { ApiError, readError } from '@tma/web/api/api-error';
import type { Answer, Body, Call, Params, Query } from '@tma/web/api/operation-types';
import { createListeners } from '@tma/web/listeners';
import { isReachable } from '@tma/web/offline/connection';
import { orLastSeen, placeOf } from '@tma/web/offline/seen';

type Fields = Readonly<Record<string, string | number | undefined>>;

export interface CallOptions<C extends Call> {
  params?: Params<C>;
  query?: Query<C>;
  body?: Body<C>;
  token?: string | null;
  signal?: AbortSignal;
  headers?: Readonly<Record<string, string>>;
}

/** Gives the token for a call, which may have to be renewed first. */
export type ReadToken = () => string | Promise<string>;

/** Fills `{name}` in a path from the parameters, each percent-encoded, and appends the query fields that are set. */
export function fillPath(path: string, params: Fields = {}, query: Fields = {}): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new TypeError(`${path} needs ${name}`);
    return encodeURIComponent(value);
  });
  const fields = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) fields.set(name, String(value));
  // Not by `size`, which Safari has from 17 on.
  const search = fields.toString();
  return search === '' ? filled : `${filled}?${search}`;
}

/** Tells of each answer: whose token asked, and what it says of their role (the header `roleHeader`). */
export const answered = createListeners<{ token: string | null | undefined; role: string | null }>();

interface RequestOptions extends Pick<CallOptions<Call>, 'token' | 'signal' | 'headers'> {
  body?: unknown;
}

/**
 * Sends one request and returns the response of a success; for a list and its like, the one last seen where the portal cannot be
 * reached. Throws `ApiError` otherwise, and the cause of an abort.
 */
export async function sendRequest(method: string, url: string, options: RequestOptions): Promise<Response> {
  const headers = new Headers(options.headers);
  if (options.token) headers.set('authorization', `Bearer ${options.token}`);
  let body: BodyInit | undefined;
  if (options.body instanceof FormData) body = options.body;
  else if (options.body !== undefined) {
    body = JSON.stringify(options.body);
    headers.set('content-type', 'application/json');
  }
  const asked = fetch(url, { method, headers, body, signal: options.signal }).then((answer) => {
    answered.notify({ token: options.token, role: answer.headers.get(roleHeader) });
    return answer;
  });
  const place = placeOf(method, url, options.token);
  const response = await (place ? orLastSeen(place, asked) : asked).catch((cause: unknown) => {
    if (options.signal?.aborted) throw cause;
    void isReachable();
    throw new ApiError(0, 'unreachable', '');
  });
  if (response.ok) return response;
  const problem: unknown = await response.json().catch(() => undefined);
  throw readError(response.status, problem, response.headers.get('retry-after'));
}

/** The method and the address of a call such as `PUT /reports/{id}`. */
export function addressOf<C extends Call>(name: C, options: Pick<CallOptions<C>, 'params' | 'query'>) {
  const space = name.indexOf(' ');
  const path = name.slice(space + 1);
  const url = fillPath(path, options.params as Fields | undefined, options.query as Fields | undefined);
  return { method: name.slice(0, space), url };
}

/** Calls an operation and returns its response, for callers that need its status or its bytes. Throws `ApiError`. */
export function callForResponse<C extends Call>(name: C, options: CallOptions<C>): Promise<Response> {
  const { method, url } = addressOf(name, options);
  return sendRequest(method, url, options);
}

/** Calls an operation and returns its JSON, typed by the contract. Throws `ApiError`. */
export const call = async <C extends Call>(name: C, options: CallOptions<C> = {}): Promise<Answer<C>> =>
  readAnswer(await callForResponse(name, options), options, parseAnswer<C>);

/** The same with the response, for callers that need its headers; for lists and their like, which are never without JSON. */
export async function callForBoth<C extends Call>(
  name: C,
  options: CallOptions<C>,
): Promise<{ answer: Answer<C>; response: Response }> {
  const response = await callForResponse(name, options);
  return { answer: await readAnswer<Answer<C>>(response, options, JSON.parse), response };
}

async function readAnswer<T>(
  response: Response,
  { signal }: Pick<RequestOptions, 'signal'>,
  parse: (text: string) => T,
): Promise<T> {
  try {
    return parse(await response.text());
  } catch (cause) {
    // It broke off in the middle: what was asked for may be done.
    if (signal?.aborted) throw cause;
    throw new ApiError(0, 'unreachable', '');
  }
}

/** The JSON of a success; undefined for an empty body. */
const parseAnswer = <C extends Call>(text: string) => (text === '' ? undefined : JSON.parse(text)) as Answer<C>;
