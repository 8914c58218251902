/** A mail that could not be handed over for this long is given up. */
export const giveUpHours = 48;

/** Seconds until a mail is tried again after so many failures: from 1 s, doubling, to 15 minutes at most. */
export const retrySeconds = (failures: number) => Math.min(2 ** failures, 900);

/** Whether the server refused for good: a 5xx reply (RFC 5321, 4.2.1). All else may pass. */
export function isPermanent(error: unknown): boolean {
  const { responseCode } = error as { responseCode?: number };
  return responseCode !== undefined && responseCode >= 500 && responseCode < 600;
}
