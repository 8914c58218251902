import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { type Handler, notFound, type Parts } from '@tma/kit';
import type { Renderer } from '../rendering/renderer.ts';
import type { Storage } from '../storage/storage.ts';
import { findKept } from './pictures.store.ts';

type HashParts = Pick<Parts, 'pool'> & { renderer: Renderer; storage: Storage };

/** `GET /internal/pictures/{name}/sha256`: of the public picture, for the signed log. 404 once it was removed. */
export const hashPicture =
  ({ pool, renderer, storage }: HashParts): Handler<'hashPicture'> =>
  async ({ params }) => {
    const picture = await findKept(pool, params.name);
    if (!picture) throw notFound();
    const hash = createHash('sha256');
    if (picture.hidden) hash.update(await renderer.drawHidden(picture, 'log'));
    else await pipeline(await storage.get(await renderer.render(picture, 'full')), hash);
    return { sha256: hash.digest('hex') };
  };
