import { createHash } from 'node:crypto';
import { isNotModified } from '@tma/kit';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Puts the ETag of what a stamp stands for on the answer, and sends 304 to who has it already.
 * @returns whether it was sent
 */
export function answerUnchanged(request: FastifyRequest, reply: FastifyReply, stamp: string): boolean {
  const etag = `W/"${createHash('sha1').update(stamp).digest('base64url')}"`;
  reply.headers({ etag, 'cache-control': 'private, no-cache', vary: 'authorization' });
  if (!isNotModified(request.headers['if-none-match'], etag)) return false;
  reply.code(304).send();
  return true;
}

/** Answers JSON text that Postgres made as it is, or 304 to who has it already. Without a stamp it stands for itself. */
export function answerJson(request: FastifyRequest, reply: FastifyReply, json: string, stamp = json) {
  if (answerUnchanged(request, reply, stamp)) return reply;
  return reply.type('application/json; charset=utf-8').send(json);
}
