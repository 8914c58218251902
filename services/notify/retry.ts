/** A mail that could not be handed over for this long is given up. */
export const giveUpHours = 48;

/** Seconds until a mail that the server put off is tried again, after so many tries: from 1 s, doubling, to 15 minutes. */
export const retrySeconds = (tries: number) => Math.min(2 ** tries, 900);

/** Seconds that a sender leaves a server alone that it could not reach so many times in a row, and the mail it had in hand. */
export const awaySeconds = (failures: number) => Math.min(2 ** failures, 5);

/**
 * What a failure is about. The mail: refused for good (a 5xx reply; RFC 5321, 4.2.1) or put off. Or the server, which
 * could not be reached or took nobody in: a wrong password is answered with a 5xx too, and is no reason to give up mails.
 */
export function blame(error: unknown): 'refused' | 'put off' | 'server away' {
  const { code = '', responseCode } = error as { code?: string; responseCode?: number };
  if (responseCode === undefined || !['EENVELOPE', 'EMESSAGE'].includes(code)) return 'server away';
  return responseCode >= 500 ? 'refused' : 'put off';
}
