/** When public facts are in the signed log; for browsers, too. */

/** How long a fact takes at most until it is in the log, in milliseconds. */
const takenMs = 60_000;
/** A report that came in has the time at which its form began to arrive, up to 890 s before it is saved (`UPLOAD_SECONDS`). */
const arrivingMs = 900_000;

/** Whether a fact has to be in the log by now. @param now in milliseconds since 1970 */
export const isLate = ({ kind, at }: { kind: string; at: string }, now: number): boolean =>
  Date.parse(at) < now - takenMs - (kind === 'created' ? arrivingMs : 0);
