import { failpoint, type Handler } from '@tma/kit';
import type { Reports } from '../../context.ts';
import { changeHoliday } from '../../deadlines/change-rules.ts';
import { moveDuesAtOnce } from '../../deadlines/move-dues.ts';
import { holidaysIn } from '../../deadlines/rules.ts';

type Needs = Pick<Reports, 'pool' | 'config' | 'limits'>;

/** Sets a holiday of the administrator's tehsil or takes it away, and moves what is due before it answers the year's list. */
export const setHoliday =
  (reports: Needs): Handler<'setHoliday'> =>
  async ({ body: { day, name }, caller: { id, tehsil } }) => {
    await reports.limits.rules.count(id);
    const rules = await changeHoliday(reports.pool, tehsil, day, name);
    failpoint('rules-committed');
    await moveDuesAtOnce(reports, tehsil);
    return holidaysIn(rules, Number(day.slice(0, 4)));
  };
