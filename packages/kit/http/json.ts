import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';

/** A body that is not JSON; the message names the position. */
export class BadJson extends Error {
  readonly statusCode = 400;
}

/**
 * Parses JSON bodies. An empty body is no body, whatever its content type says: fastify would answer 400. Invalid UTF-8 and
 * keys that would change a prototype throw `BadJson`. No other content type is taken.
 */
export function parseJsonBodies(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    if (!isUtf8(body as Buffer)) return done(new BadJson('invalid UTF-8'));
    const text = body.toString();
    return parse(request, text, (error, value) => done(error && new BadJson(reason(text)), value));
  });
}

/** Why a text was refused: fastify's parser has the same message for every error. */
function reason(text: string): string {
  try {
    JSON.parse(text);
    return 'forbidden key';
  } catch (error) {
    const { message } = error as SyntaxError;
    return message.charAt(0).toLowerCase() + message.slice(1);
  }
}
