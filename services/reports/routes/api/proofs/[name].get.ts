import { pictureName } from '@tma/contracts';
import { type Handler, notFound } from '@tma/kit';
import type { Reports } from '../../../context.ts';
import { timesOfProof } from '../../../stores/proofs.store.ts';

/** When a picture of finished work was sent, and taken: it never changes. Who knows the picture may know it. */
export const proofTimes =
  ({ pool, config }: Pick<Reports, 'pool' | 'config'>): Handler<'proofTimes'> =>
  async ({ params: { name } }, _request, reply) => {
    if (!pictureName.safeParse(name).success) throw notFound();
    const times = await timesOfProof(pool, `uploads/${name}.webp`, config.TIME_ZONE);
    if (!times) throw notFound();
    reply.header('cache-control', 'public, max-age=31536000, immutable');
    return times;
  };
