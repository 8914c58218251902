import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendIfUnchanged, weakEtag } from '../http/etag.ts';
import type { RestQuery } from './query.ts';

/** A page of rows: how many are in it, and how many match in all, when counted. */
export interface Page {
  rows: number;
  total: number | null;
  /** What the ETag is made of: a text that changes whenever the rows or their columns do. Default: the JSON itself. */
  stamp?: string;
}

/** Rows made by Postgres, as the text of a JSON array. */
export interface Rows extends Page {
  json: string;
}

/**
 * Answers with rows: an array, or one object when that is wanted (406 PGRST116 unless there is exactly one row). A read
 * carries `Content-Range` and a weak ETag; `If-None-Match` gives 304, a counted part of the whole 206, as PostgREST does.
 */
export function answerRows(
  request: FastifyRequest,
  reply: FastifyReply,
  q: RestQuery,
  { json, ...page }: Rows,
  status = 200,
) {
  const { rows, total } = page;
  if (q.single && rows !== 1) {
    const details = `The result contains ${rows} rows`;
    return sendPostgrestError(reply, 406, 'PGRST116', 'Cannot coerce the result to a single JSON object', details);
  }
  const type = q.single ? 'application/vnd.pgrst.object+json' : 'application/json';
  const body = q.single ? json.slice(1, -1).trim() : json;
  reply.type(`${type}; charset=utf-8`);
  if (request.method !== 'GET' && request.method !== 'HEAD') return reply.code(status).send(body);

  if (isPastEnd(q, total)) {
    reply.header('content-range', `*/${total}`);
    const details = `An offset of ${q.offset} was requested, but there are only ${total} rows.`;
    return sendPostgrestError(reply, 416, 'PGRST103', 'Requested range not satisfiable', details);
  }
  if (answerUnchanged(request, reply, q, { ...page, stamp: page.stamp ?? body })) return reply;
  const partial = status === 200 && total !== null && rows < total;
  return reply.code(partial ? 206 : status).send(body);
}

const isPastEnd = ({ offset }: RestQuery, total: number | null) => total !== null && offset > total;

/** Puts a page's `Content-Range` and ETag on the answer. @returns whether 304 was sent, as the caller has that page */
export function answerUnchanged(
  request: FastifyRequest,
  reply: FastifyReply,
  q: RestQuery,
  { rows, total, stamp }: Required<Page>,
): boolean {
  const range = `${rows === 0 ? '*' : `${q.offset}-${q.offset + rows - 1}`}/${total ?? '*'}`;
  reply.header('content-range', range);
  // What gets 406 or 416 is never 304.
  if ((q.single && rows !== 1) || isPastEnd(q, total)) return false;
  return sendIfUnchanged(request, reply, weakEtag(`${range} ${q.single} ${stamp}`), 'accept, authorization');
}

const sendPostgrestError = (reply: FastifyReply, status: number, code: string, message: string, details: string) =>
  reply
    .code(status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ code, message, details, hint: null }));
