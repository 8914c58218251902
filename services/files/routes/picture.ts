import { Readable } from 'node:stream';
import { type Handler, isNotModified, notFound } from '@tma/kit';
import type { Files } from '../context.ts';
import { renderingKey, type Size } from '../pictures.ts';
import { findPicture } from '../store.ts';

const nameShape = /^[\da-f]{32}\.webp$/;

/** The public picture. Once rendered it is served from the storage alone. */
export function picture({ pool, storage, pictures }: Files): Handler<'picture'> {
  return async ({ params, query }, request, reply) => {
    if (!nameShape.test(params.name)) throw notFound();
    const size: Size = query.w === undefined ? 'full' : 'card';
    let key = renderingKey(params.name, size);
    let found = await storage.stat(key);
    if (!found) {
      const image = await findPicture(pool, params.name);
      if (!image) throw notFound();
      key = await pictures.render(image, size);
      found = await storage.stat(key);
    }
    const etag = `"${params.name.slice(0, 32)}-${size}"`;
    reply.headers({ etag, 'cache-control': 'public, max-age=31536000, immutable' });
    reply.header('cross-origin-resource-policy', 'cross-origin');
    if (isNotModified(request.headers['if-none-match'], etag)) return reply.code(304).send();
    reply.type('image/webp').header('content-length', found?.size);
    return reply.send(request.method === 'HEAD' ? Readable.from([]) : await storage.get(key));
  };
}
