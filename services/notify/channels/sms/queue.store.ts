/** Messages in the queue that are no longer to be sent. */
import type { Tx } from '@tma/kit';
import { question } from './message.ts';

const waiting = "channel = 'sms' and state in ('queued', 'deferred')";

/** Takes back what a number would be told unasked; codes and answers stay. */
export async function takeNoticesBack(tx: Tx, number: string): Promise<void> {
  await tx.query(
    `delete from deliveries where ${waiting} and recipient = $1 and kind not in ('PhoneCodeRequested', 'Answer')`,
    [number],
  );
}

/** Takes back all that waits for a number. */
export async function takeAllBack(tx: Tx, number: string): Promise<void> {
  await tx.query(`delete from deliveries where ${waiting} and recipient = $1`, [number]);
}

/** Takes back all that would be told of a report, to whomever. */
export async function takeReportBack(tx: Tx, reportId: string): Promise<void> {
  await tx.query(`delete from deliveries where ${waiting} and about in ('state:' || $1, 'note:' || $1)`, [reportId]);
}

/** Takes back the questions whether a report is fixed, unless the gateway may have them. */
export async function takeQuestionsBack(tx: Tx, reportId: string): Promise<void> {
  await tx.query(
    `delete from deliveries where ${waiting} and kind = '${question}' and tried_at is null
       and about = 'state:' || $1 and recipient in (select number from sms_codes where report_id = $1::uuid)`,
    [reportId],
  );
}
