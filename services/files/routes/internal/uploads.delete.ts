import { type Handler, transaction } from '@tma/kit';
import type { Files } from '../../context.ts';
import { deleteUnclaimed } from '../../stores/unclaimed.store.ts';

/** Removes the caller's own uploads of a report that was refused, or one of them. A claimed one is never touched. */
export const discardUploads =
  ({ pool, removal }: Pick<Files, 'pool' | 'removal'>): Handler<'discardUploads'> =>
  async ({ query: { reportId, uploadId = null }, caller }, _request, reply) => {
    await removal.remove(await transaction(pool, (tx) => deleteUnclaimed(tx, reportId, caller.id, uploadId)));
    return reply.code(204).send();
  };
