import { id as uuidRule } from '@tma/contracts';
import { failpoint, type Handler, notFound } from '@tma/kit';
import type { Reports } from '../report/context.ts';
import { removePicture as remove } from './remove-picture.ts';

export const removePicture =
  ({ pool, limits }: Pick<Reports, 'pool' | 'limits'>): Handler<'removePicture'> =>
  async ({ params: { id }, body: { reason }, caller: by }, _request, reply) => {
    if (!uuidRule.safeParse(id).success) throw notFound();
    await limits.changes.count(by.id);
    await remove(pool, id, by, reason);
    failpoint('change-committed');
    return reply.code(204).send();
  };
