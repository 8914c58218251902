import { appendEvent, noteAct, type Pool, transaction } from '@tma/kit';
import { lockFor } from '../report/lock-report.ts';
import type { Administrator } from '../report/policy.ts';
import { takePicture } from './hiding.store.ts';

/**
 * Takes a report's picture out of it for good; the event has every version of it deleted. Where there is none, nothing happens: who
 * sends it again because no answer came is answered alike. The reason is kept in the audit log. Throws 404 for another tehsil's report.
 */
export const removePicture = (pool: Pool, id: string, by: Administrator, reason: string): Promise<void> =>
  transaction(pool, async (tx) => {
    const report = await lockFor(tx, by, 'hide', id);
    if (!(await takePicture(tx, report))) return;
    const { reference, tehsil } = report;
    await appendEvent(tx, 'PictureRemoved', id, { id, reference, tehsil, by: by.id });
    await noteAct(tx, 'reports', by, { kind: 'picture-removed', about: reference, detail: reason });
  });
