/** Calls between services. The types of undici alone: services that call no other do not load it. */
import { Problem } from '@tma/contracts';
import type { Dispatcher } from 'undici';
import { HttpError, unavailable } from './http/http-error.ts';
import { limitHeaders } from './problem.ts';
import { inSpan, traceHeaders, traceOfLog } from './tracing/index.ts';

type Answer = Dispatcher.ResponseData;

interface Call extends Pick<Dispatcher.RequestOptions, 'method' | 'path' | 'body' | 'signal'> {
  /** Of the span. */
  name: string;
  /** In whose name. */
  token?: string;
  headers?: Record<string, string | undefined>;
}

/**
 * Calls another service, as a span of the current trace, with the id of the request that it is for.
 * @param connections to it: they, or `signal`, limit how long it may take
 * @param read takes the whole body, whatever the status, and says what the answer means
 * Throws an `HttpError` of `read`; 503 for all else: the service is not reached, too slow, or answers what is not understood.
 */
export const callService = <T>(
  connections: Dispatcher,
  { name, token, headers, ...request }: Call,
  read: (answer: Answer) => Promise<T>,
): Promise<T> =>
  inSpan({ name, kind: 'client' }, async () => {
    const { reqId } = traceOfLog();
    const ofRequest = { ...(reqId && { 'x-request-id': reqId }), ...traceHeaders() };
    const sent = { ...headers, ...(token && { authorization: `Bearer ${token}` }), ...ofRequest };
    try {
      return await read(await connections.request({ ...request, headers: sent }));
    } catch (error) {
      throw error instanceof HttpError ? error : unavailable(error);
    }
  });

const Refusal = Problem.pick({ code: true, detail: true, errors: true });

/**
 * The refusal of a service, in its words and with its limit; 503 where it failed.
 * @param body of the answer, from JSON @param field of the caller's form that was refused, if one was
 */
export function refusalIn(service: string, { statusCode, headers }: Answer, body: unknown, field?: string): HttpError {
  const { data } = Refusal.safeParse(body);
  if (!data || statusCode >= 500) return unavailable(new Error(`${service} answered ${statusCode}`));
  const { code, detail, errors } = data;
  return new HttpError(statusCode, code, detail, {
    errors: field === undefined ? errors : [{ path: field, message: detail }],
    headers: limitHeaders(Object.entries(headers)),
  });
}
