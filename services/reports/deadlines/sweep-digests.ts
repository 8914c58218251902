import { appendEvent, transaction } from '@tma/kit';
import { v7 as uuid } from 'uuid';
import type { Reports } from '../report/context.ts';
import { isOpenOn } from '../report/due/rules.ts';
import {
  claimDigest,
  claimEscalation,
  countDueBefore,
  type EscalationDays,
  isEscalationLeft,
  oldestDueBefore,
  readDigest,
  readLocalTime,
  readOwnHolidays,
  tehsilsToTell,
} from './digests.store.ts';
import { escalatedBefore, firstDayFor } from './escalated.ts';

type DigestParts = Pick<Reports, 'pool' | 'log'> & {
  config: Pick<Reports['config'], 'TIME_ZONE' | 'DIGEST_AT'>;
};

/**
 * Once on each working day, after `DIGEST_AT` by the database's clock, sends the overdue reports of a tehsil to its administrators,
 * and those that are overdue for more than five working days, of all tehsils, to `ESCALATION_EMAIL`. Any number of instances may do
 * so at once. Digests that a killed instance had not committed are sent by the next one; missed ones are sent later on the same
 * day.
 * @param at another moment than now, for tests
 * @returns how many events were written
 */
export async function sweepDigests(parts: DigestParts, signal?: AbortSignal, at: Date | null = null): Promise<number> {
  const { pool, log, config } = parts;
  const { day, time } = await readLocalTime(pool, config.TIME_ZONE, at);
  if (time < config.DIGEST_AT) return 0;
  let sent = 0;
  for (const { tehsil, holidays } of await tehsilsToTell(pool, day)) {
    if (signal?.aborted) return sent;
    if (!isOpenOn({ days: {}, holidays }, day)) continue;
    // A digest that cannot be sent does not hold up others, and is tried again the next time.
    const isSent = await sendDigest(parts, tehsil, day).catch((err) => {
      log.error({ err, tehsil }, 'a digest of overdue reports could not be sent');
      return false;
    });
    if (isSent) sent += 1;
  }
  // The escalation is for all tehsils: it is sent on working days that leave out single tehsils' changes of holidays.
  const isDue = isOpenOn({ days: {}, holidays: {} }, day) && (await isEscalationLeft(pool, day));
  if (isDue && (await sendEscalation(parts, day))) sent += 1;
  return sent;
}

/** @returns whether this call sent it */
const sendDigest = ({ pool }: DigestParts, tehsil: string, day: string): Promise<boolean> =>
  transaction(pool, async (tx) => {
    const digest = await readDigest(tx, tehsil, day);
    if (digest.overdue <= 0 || digest.to.length === 0) return false;
    const id = uuid();
    // Another instance that claims it at the same time waits here until this one has sent it, or was killed.
    if (!(await claimDigest(tx, id, tehsil, day))) return false;
    await appendEvent(tx, 'DigestDue', id, digest);
    return true;
  });

async function sendEscalation({ pool }: DigestParts, day: string): Promise<boolean> {
  const own = await readOwnHolidays(pool, firstDayFor(day), day);
  const escalationDays: EscalationDays = {
    others: escalatedBefore(day, {}),
    tehsils: own.map(({ tehsil }) => tehsil),
    days: own.map(({ holidays }) => escalatedBefore(day, holidays)),
  };
  const tehsils = await countDueBefore(pool, escalationDays);
  if (tehsils.length === 0) return false;
  const names = tehsils.map(({ tehsil }) => tehsil);
  const reports = await oldestDueBefore(pool, names, escalationDays);
  const overdue = tehsils.reduce((sum, { overdue }) => sum + overdue, 0);
  return transaction(pool, async (tx) => {
    const id = uuid();
    if (!(await claimEscalation(tx, id, day))) return false;
    await appendEvent(tx, 'EscalationDue', id, { day, overdue, tehsils, reports });
    return true;
  });
}
