import { type Caller, type Handler, type Limit, notFound, type Parts, requireId, sendIfUnchanged } from '@tma/kit';
import { type Renderer, unlessNone } from '../rendering/renderer.ts';
import { getIfKept, type Storage } from '../storage/storage.ts';
import { findPictureOf, type OwnedPicture } from './hiding.store.ts';

type PictureParts = Pick<Parts, 'pool'> & {
  renderer: Renderer;
  storage: Storage;
  limits: { hiddenPictures: Limit };
};

function mayRead(caller: Caller, { reporter_id, tehsil, assignee }: OwnedPicture): boolean {
  if (caller.audience !== 'admin') return caller.id === reporter_id;
  return caller.tehsil === tehsil && (caller.role !== 'crew' || caller.id === assignee);
}

/**
 * `GET /reports/{id}/image` and `/proof-image`: what the public address shows, for the reporter and the administrators of the
 * tehsil, crew those of reports that are assigned to them, also while the report is hidden; 404 for anybody else. Of a hidden one nothing is kept: it is drawn for each call, unless
 * the browser has it, and so is limited.
 */
export const pictureOfReport =
  (
    { pool, renderer, storage, limits }: PictureParts,
    kind: 'image' | 'proof',
  ): Handler<'readImage'> & Handler<'readProofImage'> =>
  async ({ params, caller }, request, reply) => {
    requireId(params.id);
    const picture = await findPictureOf(pool, params.id, kind);
    if (!picture || !mayRead(caller, picture)) throw notFound();
    const etag = `"${picture.public_name.slice(0, 32)}-own"`;
    if (sendIfUnchanged(request, reply, etag)) return reply;
    reply.type('image/webp');
    // It may have been hidden since it was looked up, and then its rendering removed.
    const key = picture.hidden ? null : await unlessNone(renderer.render(picture, 'full'));
    const content = key && (await getIfKept(storage, key));
    if (content) return reply.send(content);
    await limits.hiddenPictures.count(caller.id);
    return reply.send(Buffer.from(await renderer.drawHidden(picture, caller.id)));
  };
