import { id as uuidRule } from '@tma/contracts';
import { type Caller, type Handler, isNotModified, notFound, type Parts } from '@tma/kit';
import type { Renderer } from '../rendering/renderer.ts';
import { findPictureOf } from './hiding.store.ts';

type PictureParts = Pick<Parts, 'pool'> & { renderer: Renderer };

const mayRead = (caller: Caller, picture: { reporter_id: string | null; tehsil: string }) =>
  caller.audience === 'admin' ? caller.tehsil === picture.tehsil : caller.id === picture.reporter_id;

/**
 * `GET /reports/{id}/image` and `/proof-image`: what the public address shows, for the reporter and the administrators of the
 * tehsil, also while the report is hidden; 404 for anybody else. It is drawn for each call, unless the browser has it.
 */
export const pictureOfReport =
  ({ pool, renderer }: PictureParts, kind: 'image' | 'proof'): Handler<'readImage'> & Handler<'readProofImage'> =>
  async ({ params, caller }, request, reply) => {
    if (!uuidRule.safeParse(params.id).success) throw notFound();
    const picture = await findPictureOf(pool, params.id, kind);
    if (!picture || !mayRead(caller, picture)) throw notFound();
    const etag = `"${picture.public_name.slice(0, 32)}-own"`;
    const isKnown = isNotModified(request.headers['if-none-match'], etag);
    const content = isKnown ? null : Buffer.from(await renderer.drawHidden(picture, caller.id));
    reply.headers({ etag, 'cache-control': 'private, no-cache', vary: 'authorization' });
    return content ? reply.type('image/webp').send(content) : reply.code(304).send();
  };
