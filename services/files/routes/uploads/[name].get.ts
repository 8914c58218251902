import { Readable } from 'node:stream';
import { type Handler, isNotModified, notFound } from '@tma/kit';
import type { Files } from '../../context.ts';
import { renderingKey, type Size } from '../../pictures/renderings.ts';
import { findPicture } from '../../stores/uploads.store.ts';

const namePattern = /^[\da-f]{32}\.webp$/;

/** The public picture. Once it was rendered, answering takes the storage alone, not the database. */
export const picture =
  ({ pool, storage, pictures }: Files): Handler<'picture'> =>
  async ({ params, query }, request, reply) => {
    if (!namePattern.test(params.name)) throw notFound();
    const size: Size = query.w === undefined ? 'full' : 'card';
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
    reply.headers({ etag, 'cache-control': 'public, max-age=31536000, immutable' });
    reply.header('cross-origin-resource-policy', 'cross-origin');
    if (isKnown) return reply.code(304).send();
    return reply.type('image/webp').header('content-length', found.size).send(content);
  };
