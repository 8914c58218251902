import type { Operation } from '@tma/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { HttpError } from './http-error.ts';

const urlencoded = 'application/x-www-form-urlencoded';

/** Parses urlencoded bodies (URL standard, 5.1): the text of each field, or its texts where it comes several times. */
export function parseForms(app: FastifyInstance) {
  app.addContentTypeParser(urlencoded, { parseAs: 'string' }, (_request, body, done) => {
    const fields = Map.groupBy(new URLSearchParams(String(body)), ([name]) => name);
    const texts = [...fields].map(([name, all]) => [name, all.length > 1 ? all.map(([, text]) => text) : all[0]?.[1]]);
    done(null, Object.fromEntries(texts));
  });
}

/** Whether an operation takes urlencoded bodies. */
export const takesForm = (body: Operation['body']): boolean => body?.type === 'form' || body?.urlencoded === true;

/**
 * Where one operation of an app takes a form, fastify accepts one for all: operations with another body answer 415.
 * Operations without a body ignore it: mail programs unsubscribe by a form of either kind (RFC 8058, 3.2).
 * @param takesUrlencoded whether an operation of the app takes that kind
 */
export function refuseForm({ headers }: FastifyRequest, { body }: Pick<Operation, 'body'>, takesUrlencoded: boolean) {
  if (!body) return;
  const type = headers['content-type']?.trim().toLowerCase() ?? '';
  const isRefused = type.startsWith('multipart/')
    ? body.type !== 'multipart'
    : takesUrlencoded && type.startsWith(urlencoded) && !takesForm(body);
  if (isRefused) throw new HttpError(415, 'unsupported_media_type', 'This content type is not taken here.');
}
