import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { type Handler, notFound, type Parts } from '@tma/kit';
import { type Renderer, unlessNone } from '../rendering/renderer.ts';
import type { Storage } from '../storage/storage.ts';
import { findKept } from './pictures.store.ts';

type HashParts = Pick<Parts, 'pool'> & { renderer: Renderer; storage: Storage };

/** `GET /internal/pictures/{name}/sha256`: of the public picture, for the signed log. 404 once it was removed, or its file is lost. */
export const hashPicture =
  ({ pool, renderer, storage }: HashParts): Handler<'hashPicture'> =>
  async ({ params }) => {
    const picture = await findKept(pool, params.name);
    if (!picture) throw notFound();
    const hash = createHash('sha256');
    // It may have been hidden since it was looked up, which is no reason for the log to have no hash for ever.
    const key = picture.hidden ? null : await unlessNone(renderer.render(picture, 'full'));
    if (key) await pipeline(await storage.get(key), hash);
    else hash.update(await renderer.drawHidden(picture, 'log'));
    return { sha256: hash.digest('hex') };
  };
