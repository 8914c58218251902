import { failpoint, type Handler } from '@tma/kit';
import type { Reports } from '../report/context.ts';
import { holidaysIn } from '../report/due/rules.ts';
import { changeHoliday } from './change-rules.ts';
import { moveDuesAtOnce } from './move-dues.ts';

/** Sets a holiday of the administrator's tehsil or takes it away, and moves what is due before it answers the year's list. */
export const setHoliday =
  (reports: Pick<Reports, 'pool' | 'config' | 'limits'>): Handler<'setHoliday'> =>
  async ({ body: { day, name }, caller }) => {
    await reports.limits.rules.count(caller.id);
    const rules = await changeHoliday(reports.pool, caller, day, name);
    failpoint('rules-committed');
    await moveDuesAtOnce(reports, caller.tehsil);
    return holidaysIn(rules, Number(day.slice(0, 4)));
  };
