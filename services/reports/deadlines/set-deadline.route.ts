import { failpoint, type Handler } from '@tma/kit';
import type { Reports } from '../report/context.ts';
import { deadlinesOf } from '../report/due/rules.ts';
import { changeDeadline } from './change-rules.ts';
import { moveDuesAtOnce } from './move-dues.ts';

/** Sets a deadline of the administrator's tehsil, and moves what is due before it answers. */
export const setDeadline =
  (reports: Pick<Reports, 'pool' | 'config' | 'limits'>): Handler<'setDeadline'> =>
  async ({ body: { issue, days }, caller }) => {
    await reports.limits.rules.count(caller.id);
    const rules = await changeDeadline(reports.pool, caller, issue, days);
    failpoint('rules-committed');
    await moveDuesAtOnce(reports, caller.tehsil);
    return deadlinesOf(rules);
  };
