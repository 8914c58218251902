import { pictureName } from '@tma/contracts';
import { type Handler, notFound } from '@tma/kit';
import type { Reports } from '../report/context.ts';
import { may } from '../report/policy.ts';
import { timesOfProof } from './proofs.store.ts';

/**
 * When a picture of finished work was sent, and taken: it never changes. Who knows the picture may know it. The tehsil's
 * administrators see as well whose picture it resembles. Throws 401 for a token that is not accepted.
 */
export const proofTimes =
  ({ pool, config, tokens }: Pick<Reports, 'pool' | 'config' | 'tokens'>): Handler<'proofTimes'> =>
  async ({ params: { name } }, request, reply) => {
    if (!pictureName.safeParse(name).success) throw notFound();
    const caller = await tokens.caller(request, 'problem');
    const found = await timesOfProof(pool, `uploads/${name}.webp`, config.TIME_ZONE);
    if (!found) throw notFound();
    const { tehsil, alike, hidden, ...times } = found;
    const isStaff = caller !== null && may(caller, 'assign', { tehsil, user_id: null, assignee: null });
    if (hidden && !isStaff) throw notFound();
    // Nobody is to get the answer that was meant for somebody else, a cache on the way included.
    reply.header('vary', 'Authorization');
    reply.header('cache-control', `${caller ? 'private' : 'public'}, max-age=31536000, immutable`);
    return isStaff ? { ...times, alike } : times;
  };
