/** Messages in the queue that are no longer to be sent. */
import { execute, type Tx } from '@tma/kit';
import { question } from './message.ts';

const waiting = "channel = 'sms' and state in ('queued', 'deferred')";

/** Takes back what a number would be told unasked; codes and answers stay. */
export const takeNoticesBack = (tx: Tx, number: string) =>
  execute(
    tx,
    `delete from deliveries where ${waiting} and recipient = $1 and kind not in ('PhoneCodeRequested', 'Answer')`,
    [number],
  );

/** Takes back all that waits for a number. */
export const takeAllBack = (tx: Tx, number: string) =>
  execute(tx, `delete from deliveries where ${waiting} and recipient = $1`, [number]);

/** Takes back all that would be told of a report, to whomever. */
export const takeReportBack = (tx: Tx, reportId: string) =>
  execute(tx, `delete from deliveries where ${waiting} and about in ('state:' || $1, 'note:' || $1)`, [reportId]);

/** Takes back the questions whether a report is fixed, unless the gateway may have them. */
export const takeQuestionsBack = (tx: Tx, reportId: string) =>
  execute(
    tx,
    `delete from deliveries where ${waiting} and kind = '${question}' and tried_at is null
       and about = 'state:' || $1 and recipient in (select number from sms_codes where report_id = $1::uuid)`,
    [reportId],
  );
