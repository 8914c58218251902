import { type Handler, transaction } from '@tma/kit';
import type { Files } from '../context.ts';
import { removeFiles } from '../remove.ts';
import { dropUnclaimed } from '../store.ts';

/** Removes the caller's own uploads of a report that was refused. A claimed one is never touched. */
export function discardUploads(parts: Files): Handler<'discardUploads'> {
  return async ({ query, caller }, _request, reply) => {
    await transaction(parts.pool, async (tx) => {
      await removeFiles(parts, await dropUnclaimed(tx, query.reportId, caller.id));
    });
    return reply.code(204).send();
  };
}
