import { createHash } from 'node:crypto';
import { isKnown } from '@tma/kit';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Answers JSON text that Postgres made as it is, or 304 to who has it already. */
export function answerJson(request: FastifyRequest, reply: FastifyReply, json: string) {
  const etag = `W/"${createHash('sha1').update(json).digest('base64url')}"`;
  reply.headers({ etag, 'cache-control': 'private, no-cache', vary: 'authorization' });
  if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send();
  return reply.type('application/json; charset=utf-8').send(json);
}
