import { Readable } from 'node:stream';
import { type Handler, isNotModified, notFound } from '@tma/kit';
import type { FastifyRequest } from 'fastify';
import type { Files } from '../../context.ts';
import { renderingKey, type Size } from '../../pictures/renderings.ts';
import { findPicture } from '../../stores/uploads.store.ts';

/** What is sent for each `w`. */
const sizeOf = { 480: 'card', 240: 'sparing' } as const;
const namePattern = /^[\da-f]{32}\.webp$/;

/**
 * The public picture. Once it was rendered, answering takes the storage alone, not the database. Who asks to save data gets the
 * smallest version as the card.
 */
export const picture =
  ({ pool, storage, pictures }: Files): Handler<'picture'> =>
  async ({ params, query }, request, reply) => {
    if (!namePattern.test(params.name)) throw notFound();
    const asked: Size = query.w === undefined ? 'full' : sizeOf[query.w];
    const size = asked === 'card' && savesData(request.headers) ? 'sparing' : asked;
    const key = renderingKey(params.name, size);
    let found = await storage.stat(key);
    if (!found) {
      const original = await findPicture(pool, params.name);
      if (!original) throw notFound();
      await pictures.render(original, size);
      found = await storage.stat(key);
      if (!found) throw notFound();
    }
    const etag = `"${params.name.slice(0, 32)}-${size}"`;
    const isKnown = isNotModified(request.headers['if-none-match'], etag);
    // Before the headers: nobody is to keep an error for a year.
    const content = isKnown || request.method === 'HEAD' ? Readable.from([]) : await storage.get(key);
    // Not every shared cache heeds Vary, and nobody else is to get what one person asked for.
    const whose = size === asked ? 'public' : 'private';
    reply.headers({ etag, 'cache-control': `${whose}, max-age=31536000, immutable` });
    if (asked === 'card') reply.header('vary', 'Save-Data');
    reply.header('cross-origin-resource-policy', 'cross-origin');
    if (isKnown) return reply.code(304).send();
    return reply.type('image/webp').header('content-length', found.size).send(content);
  };

/** Whether the browser is set to save data (`Save-Data: on`). */
const savesData = (headers: FastifyRequest['headers']) => String(headers['save-data'] ?? '').toLowerCase() === 'on';
