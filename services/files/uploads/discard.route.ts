import { type Handler, type Parts, transaction } from '@tma/kit';
import type { FileRemoval } from '../storage/removal.ts';
import { ownerOf } from './owners.ts';
import { deleteUnclaimed } from './unclaimed.store.ts';

/** `DELETE /internal/uploads`: removes the caller's own uploads of a report that was refused, or one of them; a claimed one never. */
export const discardUploads =
  ({ pool, removal }: Pick<Parts, 'pool'> & { removal: FileRemoval }): Handler<'discardUploads'> =>
  async ({ query: { reportId, uploadId = null }, caller }, _request, reply) => {
    await removal.remove(
      await transaction(pool, (tx) =>
        deleteUnclaimed(tx, reportId, ownerOf(caller, reportId, uploadId === null), uploadId),
      ),
    );
    return reply.code(204).send();
  };
