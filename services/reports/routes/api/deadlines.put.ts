import { failpoint, type Handler } from '@tma/kit';
import type { Reports } from '../../context.ts';
import { changeDeadline } from '../../deadlines/change-rules.ts';
import { moveDuesAtOnce } from '../../deadlines/move-dues.ts';
import { deadlinesOf } from '../../deadlines/rules.ts';

type Needs = Pick<Reports, 'pool' | 'config' | 'limits'>;

/** Sets a deadline of the administrator's tehsil, and moves what is due before it answers. */
export const setDeadline =
  (reports: Needs): Handler<'setDeadline'> =>
  async ({ body: { issue, days }, caller: { id, tehsil } }) => {
    await reports.limits.rules.count(id);
    const rules = await changeDeadline(reports.pool, tehsil, issue, days);
    failpoint('rules-committed');
    await moveDuesAtOnce(reports, tehsil);
    return deadlinesOf(rules);
  };
