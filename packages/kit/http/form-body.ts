import type { Operation } from '@tma/contracts';
import type { FastifyRequest } from 'fastify';
import { HttpError } from './http-error.ts';

/**
 * Where one operation of an app takes a form, fastify accepts one for all: operations with another body answer 415.
 * Operations without a body ignore it: mail programs unsubscribe by a form of either kind (RFC 8058, 3.2).
 */
export function refuseForm({ headers }: FastifyRequest, { body }: Pick<Operation, 'body'>) {
  if (!body) return;
  const type = headers['content-type']?.trim().toLowerCase() ?? '';
  const isRefused = type.startsWith('multipart/')
    ? body.type !== 'multipart'
    : type.startsWith('application/x-www-form-urlencoded') && !body.urlencoded;
  if (isRefused) throw new HttpError(415, 'unsupported_media_type', 'This content type is not taken here.');
}
