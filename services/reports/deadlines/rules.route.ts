/** Deadlines and holidays: anybody reads those of a tehsil, its heads set them. */
import { failpoint, type Handler, networkOf } from '@tma/kit';
import type { Reports } from '../report/context.ts';
import { readRules } from '../report/due/rules.store.ts';
import { deadlinesOf, holidaysIn } from '../report/due/rules.ts';
import { changeDeadline, changeHoliday } from './change-rules.ts';
import { moveDuesAtOnce } from './move-dues.ts';

type Reading = Pick<Reports, 'pool' | 'tehsils' | 'limits'>;
type Setting = Pick<Reports, 'pool' | 'config' | 'limits'>;

/** In how many working days an answer is due in a tehsil. */
export const readDeadlines =
  ({ pool, tehsils, limits }: Reading): Handler<'readDeadlines'> =>
  async ({ query: { tehsil } }, { ip }) => {
    await limits.ruleReads.count(networkOf(ip));
    await tehsils.require(tehsil);
    return deadlinesOf(await readRules(pool, tehsil));
  };

/** A tehsil's holidays of a year, of this one unless told otherwise. */
export const readHolidays =
  ({ pool, tehsils, limits, today }: Reading & Pick<Reports, 'today'>): Handler<'readHolidays'> =>
  async ({ query: { tehsil, year } }, { ip }) => {
    await limits.ruleReads.count(networkOf(ip));
    await tehsils.require(tehsil);
    return holidaysIn(await readRules(pool, tehsil), year ?? yearOf(today()));
  };

/** Sets a deadline of the administrator's tehsil, and moves due days before it answers. */
export const setDeadline =
  (reports: Setting): Handler<'setDeadline'> =>
  async ({ body: { issue, days }, caller }) => {
    await reports.limits.rules.count(caller.id);
    const rules = await changeDeadline(reports.pool, caller, issue, days);
    failpoint('rules-committed');
    await moveDuesAtOnce(reports, caller.tehsil);
    return deadlinesOf(rules);
  };

/** Sets or removes a holiday of the administrator's tehsil, moves due days, and answers with the year's list. */
export const setHoliday =
  (reports: Setting): Handler<'setHoliday'> =>
  async ({ body: { day, name }, caller }) => {
    await reports.limits.rules.count(caller.id);
    const rules = await changeHoliday(reports.pool, caller, day, name);
    failpoint('rules-committed');
    await moveDuesAtOnce(reports, caller.tehsil);
    return holidaysIn(rules, yearOf(day));
  };

const yearOf = (day: string) => Number(day.slice(0, 4));
