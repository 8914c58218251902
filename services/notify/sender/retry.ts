/** Seconds until a mail that the server deferred is sent again, after that many attempts: from 1 s, doubling, to 15 minutes. */
export const deferSeconds = (attempts: number): number => Math.min(2 ** attempts, 900);

/** Seconds until a server that could not be reached is tried again, after that many failures in a row: from 1 s to 5 s. */
export const unreachableSeconds = (failures: number): number => Math.min(2 ** failures, 5);

/**
 * Classifies a failure to send. Of the mail: rejected for good (a 5xx reply; RFC 5321, 4.2.1) or deferred (4xx). Of the
 * server: unreachable, also when it refuses the connection or the password. That answer is a 5xx too, but costs no mail.
 * @param error as nodemailer throws it: `code` names the step, `responseCode` is the server's reply
 */
export function classifyFailure(error: unknown): 'rejected' | 'deferred' | 'unreachable' {
  const { code = '', responseCode } = error as { code?: string; responseCode?: number };
  if (responseCode === undefined || !['EENVELOPE', 'EMESSAGE'].includes(code)) return 'unreachable';
  return responseCode >= 500 ? 'rejected' : 'deferred';
}
