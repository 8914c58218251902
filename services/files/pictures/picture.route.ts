import { Readable } from 'node:stream';
import { type Handler, HttpError, isNotModified, notFound, type Parts } from '@tma/kit';
import type { FastifyRequest } from 'fastify';
import { type Renderer, unlessNone } from '../rendering/renderer.ts';
import { renderingKey, type Size } from '../storage/keys.ts';
import { getIfKept, type Storage } from '../storage/storage.ts';
import { findPicture, isRemoved } from './pictures.store.ts';

type PictureParts = Pick<Parts, 'pool'> & { renderer: Renderer; storage: Storage };

/** What is sent for each `w`. */
const sizeOf = { 480: 'card', 240: 'sparing' } as const;
const namePattern = /^[\da-f]{32}\.webp$/;

/**
 * `GET /uploads/{name}`: the public picture. Once it was rendered, answering takes the storage alone, not the database. Who asks
 * to save data gets the smallest rendering as the card.
 */
export const picture =
  (parts: PictureParts): Handler<'picture'> =>
  async ({ params, query }, request, reply) => {
    if (!namePattern.test(params.name)) throw notFound();
    const asked: Size = query.w === undefined ? 'full' : sizeOf[query.w];
    const size = asked === 'card' && savesData(request.headers) ? 'sparing' : asked;
    const key = renderingKey(params.name, size);
    const { size: bytes } = (await parts.storage.stat(key)) ?? (await renderNow(parts, params.name, size));
    const etag = `"${params.name.slice(0, 32)}-${size}"`;
    const isKnown = isNotModified(request.headers['if-none-match'], etag);
    // Before the headers: an error must not be cached for a year.
    const content = isKnown || request.method === 'HEAD' ? Readable.from([]) : await getIfKept(parts.storage, key);
    if (!content) throw await noPicture(parts, params.name);
    // Not every shared cache respects Vary, and others must not get the small picture that one person asked for.
    const scope = size === asked ? 'public' : 'private';
    reply.headers({ etag, 'cache-control': `${scope}, max-age=31536000, immutable` });
    if (asked === 'card') reply.header('vary', 'Save-Data');
    reply.header('cross-origin-resource-policy', 'cross-origin');
    if (isKnown) return reply.code(304).send();
    return reply.type('image/webp').header('content-length', bytes).send(content);
  };

/** 410 where administrators removed it, else 404. */
const noPicture = async ({ pool }: PictureParts, publicName: string) =>
  (await isRemoved(pool, publicName)) ? new HttpError(410, 'gone', 'This picture was removed.') : notFound();

/** Renders a picture at its first request. Throws 404 when there is none, 410 when administrators removed it. */
async function renderNow(parts: PictureParts, publicName: string, size: Size) {
  const original = await findPicture(parts.pool, publicName);
  const key = original && (await unlessNone(parts.renderer.render(original, size)));
  const rendered = key && (await parts.storage.stat(key));
  if (!rendered) throw await noPicture(parts, publicName);
  return rendered;
}

/** Whether the browser is set to save data (`Save-Data: on`). */
const savesData = (headers: FastifyRequest['headers']) => String(headers['save-data'] ?? '').toLowerCase() === 'on';
