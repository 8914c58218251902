import { type Act, HttpError, noteAct, type Pool, type Tx, transaction, unavailable } from '@tma/kit';
import { defaultHolidayOn } from '../report/due/default-holidays.ts';
import {
  deleteHoliday,
  lockRulesForChange,
  type OwnRules,
  readRules,
  saveDeadline,
  saveHoliday,
} from '../report/due/rules.store.ts';
import { daysOf, holidayOn, isOpenOn } from '../report/due/rules.ts';
import { requestMove } from './due-moves.store.ts';

/** Holidays that a tehsil can set itself, of all years: each submission reads them. */
const mostHolidays = 1000;

/** A change: the rules after it, and the statements that write it. */
interface Change {
  rules: OwnRules;
  write(tx: Tx): Promise<void>;
  /** Whether it may change due days. */
  moves: boolean;
  /** Its entry in the audit log. */
  act: Act;
}

/** Who changes the rules of their tehsil. */
type By = { id: string; tehsil: string };

/**
 * Changes a tehsil's rules; due days are to be moved after it. Submissions under way come wholly before or wholly after.
 * @param decide what to write; null where the rules are so already
 * @returns the rules after it
 */
const changeRules = (pool: Pool, by: By, decide: (rules: OwnRules) => Change | null): Promise<OwnRules> =>
  transaction(pool, async (tx) => {
    const { tehsil } = by;
    await lockRulesForChange(tx, tehsil);
    const before = await readRules(tx, tehsil);
    const change = decide(before);
    if (!change) return before;
    await change.write(tx);
    if (change.moves) await requestMove(tx, tehsil);
    await noteAct(tx, 'reports', by, change.act);
    return change.rules;
  }).catch((error: unknown) => {
    // A submission hangs in its transaction: soon the database ends it.
    const isLocked = error instanceof Error && (error as { code?: unknown }).code === '55P03';
    throw isLocked ? unavailable(error) : error;
  });

export const changeDeadline = (pool: Pool, by: By, issue: string, days: number): Promise<OwnRules> =>
  changeRules(pool, by, (rules) =>
    daysOf(rules, issue) === days
      ? null
      : {
          rules: { ...rules, days: { ...rules.days, [issue]: days } },
          write: (tx) => saveDeadline(tx, by.tehsil, issue, days),
          moves: true,
          act: { kind: 'deadline-changed', about: issue, detail: String(days) },
        },
  );

/**
 * @param name null takes the day away. One that was estimated is certain once an administrator has named it.
 * Throws 422 when the tehsil has set too many.
 */
export const changeHoliday = (pool: Pool, by: By, day: string, name: string | null): Promise<OwnRules> =>
  changeRules(pool, by, (rules) => {
    const now = holidayOn(rules, day);
    const stays = name === null ? now === null : now?.name === name && !now.estimated;
    if (stays) return null;
    const { [day]: _, ...others } = rules.holidays;
    const isForgotten = name === null && defaultHolidayOn(day) === null;
    const holidays = isForgotten ? others : { ...others, [day]: name };
    if (Object.keys(holidays).length > mostHolidays) {
      throw new HttpError(422, 'too_many_holidays', `A tehsil can set ${mostHolidays} holidays.`);
    }
    const after = { ...rules, holidays };
    return {
      rules: after,
      write: (tx) => (isForgotten ? deleteHoliday(tx, by.tehsil, day) : saveHoliday(tx, by.tehsil, day, name)),
      moves: isOpenOn(rules, day) !== isOpenOn(after, day),
      act: {
        kind: 'holiday-changed',
        about: name ?? now?.name ?? day,
        detail: name === null ? `${day} removed` : day,
      },
    };
  });
