import { id as uuidRule } from '@tma/contracts';
import { type Caller, type Handler, HttpError, isNotModified, type Limit, notFound, type Parts } from '@tma/kit';
import type { Renderer } from '../rendering/renderer.ts';
import type { Picture } from '../storage/keys.ts';
import type { Storage } from '../storage/storage.ts';
import { findPictureOf } from './hiding.store.ts';

type PictureParts = Pick<Parts, 'pool'> & {
  renderer: Renderer;
  storage: Storage;
  limits: { hiddenPictures: Limit };
};

type Owned = { reporter_id: string | null; tehsil: string; assignee: string | null };

function mayRead(caller: Caller, { reporter_id, tehsil, assignee }: Owned): boolean {
  if (caller.audience === 'resident') return caller.id === reporter_id;
  return caller.tehsil === tehsil && (caller.role !== 'crew' || caller.id === assignee);
}

/** The key of the public rendering; null where the report was hidden since the picture was looked up, or nothing can be drawn. */
const keyUnlessHidden = (renderer: Renderer, picture: Picture): Promise<string | null> =>
  renderer.render(picture, 'full').catch((error: unknown) => {
    if (error instanceof HttpError && error.status === 404) return null;
    throw error;
  });

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
    if (!uuidRule.safeParse(params.id).success) throw notFound();
    const picture = await findPictureOf(pool, params.id, kind);
    if (!picture || !mayRead(caller, picture)) throw notFound();
    const etag = `"${picture.public_name.slice(0, 32)}-own"`;
    reply.headers({ etag, 'cache-control': 'private, no-cache', vary: 'authorization' });
    if (isNotModified(request.headers['if-none-match'], etag)) return reply.code(304).send();
    reply.type('image/webp');
    const key = picture.hidden ? null : await keyUnlessHidden(renderer, picture);
    if (key) return reply.send(await storage.get(key));
    await limits.hiddenPictures.count(caller.id);
    return reply.send(Buffer.from(await renderer.drawHidden(picture, caller.id)));
  };
