import { type Handler, networkOf } from '@tma/kit';
import type { Reports } from '../report/context.ts';
import { readRules } from '../report/due/deadlines.store.ts';
import { holidaysIn } from '../report/due/rules.ts';
import { dayIn } from '../report/due/working-days.ts';

/** A tehsil's holidays of a year, of this one unless told otherwise. */
export const readHolidays =
  ({
    pool,
    config,
    tehsils,
    limits,
  }: Pick<Reports, 'pool' | 'config' | 'tehsils' | 'limits'>): Handler<'readHolidays'> =>
  async ({ query: { tehsil, year } }, { ip }) => {
    await limits.ruleReads.count(networkOf(ip));
    await tehsils.require(tehsil);
    const thisYear = Number(dayIn(config.TIME_ZONE, new Date()).slice(0, 4));
    return holidaysIn(await readRules(pool, tehsil), year ?? thisYear);
  };
