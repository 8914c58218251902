/**
 * Cancels messages that wait in the queue, by deleting them. This locks counts that others need (`delivery_counts`), as queueing does:
 * so it is the last step of its transaction, after all rows of the number and of the day, or two transactions could wait for each other.
 */
import { lifetimes } from '@tma/contracts';
import { anyRow, type Db, execute, type Tx } from '@tma/kit';
import { question } from './message.ts';

const waiting = "channel = 'sms' and state in ('queued', 'deferred')";

/** Cancels unasked messages to a number; codes and answers stay. */
export const cancelNotices = (tx: Tx, number: string) =>
  execute(
    tx,
    `delete from deliveries where ${waiting} and recipient = $1 and kind not in ('PhoneCodeRequested', 'Answer')`,
    [number],
  );

/** Cancels all waiting messages to a number. */
export const cancelAll = (tx: Tx, number: string) =>
  execute(tx, `delete from deliveries where ${waiting} and recipient = $1`, [number]);

/** Deletes messages that are too old to be tried, where no sender runs that would give them up. */
export const deleteOldMessages = (db: Db) =>
  execute(
    db,
    `delete from deliveries where ${waiting} and greatest(created_at, held_until) < now() - make_interval(secs => $1)`,
    [lifetimes.smsRetry],
  );

/**
 * Cancels a message to a number that tells of the same and has waited for its time, or the question about it unless that is still to be
 * answered. One that Kannel may have stays.
 * @returns whether there was one
 */
export const replaceWaiting = (tx: Tx, number: string, about: string, isStillAsked: boolean) =>
  anyRow(
    tx,
    `delete from deliveries where ${waiting} and recipient = $1 and about = $2 and tried_at is null
       and case when kind = '${question}' then not $3::boolean else held_until is not null end`,
    [number, about, isStillAsked],
  );

/** Cancels all waiting messages about a report, to any number. */
export const cancelAboutReport = (tx: Tx, reportId: string) =>
  execute(tx, `delete from deliveries where ${waiting} and about in ('state:' || $1, 'note:' || $1)`, [reportId]);

/** Cancels the questions whether a report is fixed, unless Kannel may have them already. */
export const cancelQuestions = (tx: Tx, reportId: string) =>
  execute(
    tx,
    `delete from deliveries where ${waiting} and kind = '${question}' and tried_at is null
       and about = 'state:' || $1 and recipient in (select number from sms_codes where report_id = $1::uuid)`,
    [reportId],
  );
