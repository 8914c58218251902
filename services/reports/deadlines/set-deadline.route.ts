import { failpoint, type Handler } from '@tma/kit';
import type { Reports } from '../report/context.ts';
import { deadlinesOf } from '../report/due/rules.ts';
import { changeDeadline } from './change-rules.ts';
import { moveDuesAtOnce } from './move-dues.ts';

/** Sets a deadline of the administrator's tehsil, and moves what is due before it answers. */
export const setDeadline =
  (reports: Pick<Reports, 'pool' | 'config' | 'limits'>): Handler<'setDeadline'> =>
  async ({ body: { issue, days }, caller: { id, tehsil } }) => {
    await reports.limits.rules.count(id);
    const rules = await changeDeadline(reports.pool, tehsil, issue, days);
    failpoint('rules-committed');
    await moveDuesAtOnce(reports, tehsil);
    return deadlinesOf(rules);
  };
