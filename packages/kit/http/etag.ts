import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fresh from 'fresh';

/** A weak ETag. @param stamp differs whenever the answer does */
export const weakEtag = (stamp: string) => `W/"${createHash('sha1').update(stamp).digest('base64url')}"`;

/**
 * Whether `If-None-Match` names the ETag, so that the answer is 304: by weak comparison, `*` names any (RFC 9110, 13.1.2).
 * The request's `cache-control` does not count: fetch sends `no-cache` with every `If-None-Match` that a program sets.
 */
export const isNotModified = (ifNoneMatch: string | undefined, etag: string): boolean =>
  fresh({ 'if-none-match': ifNoneMatch?.trim() }, { etag });

/**
 * Puts the ETag of what one caller may see on the answer, and sends 304 when `If-None-Match` names it.
 * @param vary the headers of the request on which the answer depends
 * @returns whether 304 was sent
 */
export function sendIfUnchanged(
  request: FastifyRequest,
  reply: FastifyReply,
  etag: string,
  vary = 'authorization',
): boolean {
  reply.headers({ etag, 'cache-control': 'private, no-cache', vary });
  if (!isNotModified(request.headers['if-none-match'], etag)) return false;
  reply.code(304).send();
  return true;
}

/** Sends JSON text as it is, or 304. @param stamp the text, or something shorter that changes whenever it does */
export function sendJson(request: FastifyRequest, reply: FastifyReply, json: string, stamp = json) {
  if (sendIfUnchanged(request, reply, weakEtag(stamp))) return reply;
  return reply.type('application/json; charset=utf-8').send(json);
}
