import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { type Handler, notFound, type Parts } from '@tma/kit';
import type { Renderer } from '../rendering/renderer.ts';
import { originalKey, type Picture, renderingKey } from '../storage/keys.ts';
import type { Storage } from '../storage/storage.ts';
import { findKept } from './pictures.store.ts';

type HashParts = Pick<Parts, 'pool'> & { renderer: Renderer; storage: Storage };

/** `GET /internal/pictures/{name}/sha256`: of the public picture, for the signed log. 404 once it was removed, or its file is lost. */
export const hashPicture =
  ({ pool, renderer, storage }: HashParts): Handler<'hashPicture'> =>
  async ({ params }) => {
    const picture = await findKept(pool, params.name);
    if (!picture || !(await isThere(storage, picture))) throw notFound();
    const hash = createHash('sha256');
    if (picture.hidden) hash.update(await renderer.drawHidden(picture, 'log'));
    else await pipeline(await storage.get(await renderer.render(picture, 'full')), hash);
    return { sha256: hash.digest('hex') };
  };

/** Whether there is a file of it that can be served, or from which what is served can be drawn. */
const isThere = async (storage: Storage, { id, public_name }: Picture) =>
  ((await storage.stat(originalKey(id))) ?? (await storage.stat(renderingKey(public_name, 'full')))) !== null;
