import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  type Caller,
  type Handler,
  HttpError,
  isNotModified,
  type Limit,
  notFound,
  type Parts,
  requireId,
  sendIfUnchanged,
} from '@tma/kit';
import type { FastifyRequest } from 'fastify';
import { type Renderer, unlessNone } from '../rendering/renderer.ts';
import { renderingKey, type Size } from '../storage/keys.ts';
import { getIfKept, type Storage } from '../storage/storage.ts';
import { findPictureOf, type OwnedPicture } from './hiding.store.ts';
import { findKept, findPicture, isRemoved, type KeptPicture } from './pictures.store.ts';

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

/** The key of what everybody sees; null of a hidden one, also where it was hidden since it was looked up. */
const publicKeyOf = async ({ renderer }: PictureParts, kept: KeptPicture) =>
  kept.hidden ? null : unlessNone(renderer.render(kept, 'full'));

/** `GET /internal/pictures/{name}/sha256`: of the public picture, for the signed log. 404 once it was removed, or its file is lost. */
export const hashPicture =
  (parts: PictureParts): Handler<'hashPicture'> =>
  async ({ params }) => {
    const { pool, renderer, storage } = parts;
    const kept = await findKept(pool, params.name);
    if (!kept) throw notFound();
    const hash = createHash('sha256');
    const key = await publicKeyOf(parts, kept);
    // That it is hidden is no reason for the log to have no hash for ever.
    if (key) await pipeline(await storage.get(key), hash);
    else hash.update(await renderer.drawHidden(kept, 'log'));
    return { sha256: hash.digest('hex') };
  };

function mayRead(caller: Caller, { reporter_id, tehsil, assignee }: OwnedPicture): boolean {
  if (caller.audience !== 'admin') return caller.id === reporter_id;
  return caller.tehsil === tehsil && (caller.role !== 'crew' || caller.id === assignee);
}

/**
 * `GET /reports/{id}/image` and `/proof-image`: what the public address shows, for the reporter and the administrators of the
 * tehsil, crew those of reports that are assigned to them, also while the report is hidden; 404 for anybody else. Of a hidden
 * one nothing is kept: it is drawn for each call, unless the browser has it, and so is limited.
 */
export const pictureOfReport =
  (
    parts: PictureParts & { limits: { hiddenPictures: Limit } },
    kind: 'image' | 'proof',
  ): Handler<'readImage'> & Handler<'readProofImage'> =>
  async ({ params, caller }, request, reply) => {
    const { pool, renderer, storage, limits } = parts;
    requireId(params.id);
    const own = await findPictureOf(pool, params.id, kind);
    if (!own || !mayRead(caller, own)) throw notFound();
    const etag = `"${own.public_name.slice(0, 32)}-own"`;
    if (sendIfUnchanged(request, reply, etag)) return reply;
    reply.type('image/webp');
    const key = await publicKeyOf(parts, own);
    // It may have been hidden since, and then its rendering removed.
    const content = key && (await getIfKept(storage, key));
    if (content) return reply.send(content);
    await limits.hiddenPictures.count(caller.id);
    return reply.send(Buffer.from(await renderer.drawHidden(own, caller.id)));
  };
