import type { open311Formats } from '@tma/contracts';
import type { FastifyReply } from 'fastify';
import { type Plain, toXml } from './xml.ts';

/**
 * Answers in the format that the path ends with. Caches ask again each time: a report may have been hidden, or is no longer shared.
 * @param root the name of the element that XML has around it
 */
export function answer(reply: FastifyReply, format: (typeof open311Formats)[number], root: string, value: Plain) {
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'private, no-cache');
  if (format === 'json') return reply.type('application/json; charset=utf-8').send(JSON.stringify(value));
  return reply.type('application/xml; charset=utf-8').send(toXml(root, value));
}
