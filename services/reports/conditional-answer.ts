import { createHash } from 'node:crypto';
import { isNotModified } from '@tma/kit';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Sets a weak ETag made of the stamp, and sends 304 when `If-None-Match` names it (RFC 9110, 13.1.2).
 * @param stamp differs whenever the answer does
 * @returns whether 304 was sent
 */
export function sendIfUnchanged(request: FastifyRequest, reply: FastifyReply, stamp: string): boolean {
  const etag = `W/"${createHash('sha1').update(stamp).digest('base64url')}"`;
  reply.headers({ etag, 'cache-control': 'private, no-cache', vary: 'authorization' });
  if (!isNotModified(request.headers['if-none-match'], etag)) return false;
  reply.code(304).send();
  return true;
}

/** Sends JSON text as it is, or 304. @param stamp the text itself, unless something shorter stands for it */
export function sendJson(request: FastifyRequest, reply: FastifyReply, json: string, stamp = json) {
  if (sendIfUnchanged(request, reply, stamp)) return reply;
  return reply.type('application/json; charset=utf-8').send(json);
}
