/** The codes with which closings are answered. */
import { lifetimes, limits } from '@tma/contracts';
import { allRows, execute, type Tx } from '@tma/kit';

export interface OpenCode {
  closureId: string;
  reportId: string;
  reference: string;
  language: string;
  /** The sealed key of the closure's link. */
  key: string;
  mac: Buffer;
}

/** @param answerBy the end of the time to answer, RFC 3339 */
export async function saveCode(tx: Tx, number: string, code: OpenCode, answerBy: string): Promise<void> {
  const { closureId, reportId, reference, language, key, mac } = code;
  await execute(
    tx,
    `insert into sms_codes (closure_id, number, report_id, reference, language, key, mac, ends_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8::timestamptz + make_interval(secs => $9)) on conflict do nothing`,
    [closureId, number, reportId, reference, language, key, mac, answerBy, lifetimes.overCode],
  );
}

/** The codes that a number may answer with, the newest first, locked until the transaction ends. */
export const lockCodes = (tx: Tx, number: string) =>
  allRows<OpenCode>(
    tx,
    `select closure_id as "closureId", report_id as "reportId", reference, language, key, mac from sms_codes
     where number = $1 and ends_at > now() and wrong < $2 order by ends_at desc for update`,
    [number, limits.wrongCodes],
  );

/** Counts a wrong code against all that a number may answer with. */
export const countWrong = (tx: Tx, number: string) =>
  execute(tx, 'update sms_codes set wrong = wrong + 1 where number = $1', [number]);

interface Asked {
  number: string;
  language: string;
  reference: string;
}

/** Who was asked about a closure; the language is that of whose number it is by now, if it is somebody's. */
export const askedAbout = (tx: Tx, closureId: string) =>
  allRows<Asked>(
    tx,
    `select number, reference, coalesce((
       select phones.language from phones where phones.number = sms_codes.number order by version desc limit 1
     ), language) as language
     from sms_codes where closure_id = $1`,
    [closureId],
  );
