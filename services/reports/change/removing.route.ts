import { id as uuidRule } from '@tma/contracts';
import { appendEvent, failpoint, type Handler, noteAct, notFound, transaction } from '@tma/kit';
import type { Reports } from '../report/context.ts';
import { lockFor } from '../report/locks.store.ts';
import { takePicture } from './change.store.ts';

/**
 * Takes a report's picture out of it for good; the event has every version of it deleted. Where there is none, nothing happens: who
 * sends it again because no answer came is answered alike. The reason is kept in the audit log. Throws 404 for another tehsil's report.
 */
export const removePicture =
  ({ pool, limits }: Pick<Reports, 'pool' | 'limits'>): Handler<'removePicture'> =>
  async ({ params: { id }, body: { reason }, caller: by }, _request, reply) => {
    if (!uuidRule.safeParse(id).success) throw notFound();
    await limits.changes.count(by.id);
    await transaction(pool, async (tx) => {
      const report = await lockFor(tx, by, 'hide', id);
      if (!(await takePicture(tx, report))) return;
      const { reference, tehsil } = report;
      await appendEvent(tx, 'PictureRemoved', id, { id, reference, tehsil, by: by.id });
      await noteAct(tx, 'reports', by, { kind: 'picture-removed', about: reference, detail: reason });
    });
    failpoint('change-committed');
    return reply.code(204).send();
  };
