import { type Handler, transaction } from '@tma/kit';
import type { Files } from '../../context.ts';
import { removeFiles } from '../../remove-files.ts';
import { deleteUnclaimed } from '../../stores/unclaimed.store.ts';

/** Removes the caller's own uploads of a report that was refused. A claimed one is never touched. */
export const discardUploads =
  ({ pool, storage }: Files): Handler<'discardUploads'> =>
  async ({ query, caller }, _request, reply) => {
    await transaction(pool, async (tx) => {
      await removeFiles(storage, await deleteUnclaimed(tx, query.reportId, caller.id));
    });
    return reply.code(204).send();
  };
