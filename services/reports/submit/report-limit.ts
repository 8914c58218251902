import { type Db, type HttpError, tooMany } from '@tma/kit';
import { msUntilReportLeavesWindow } from '../report/reports.store.ts';

/** The window in which a resident's reports are counted, in seconds. It ends now. */
const day = 86_400;

/**
 * Whether a resident has used up the reports of a day. In a transaction that has locked the person
 * this is exact even while they submit others.
 * @returns the 429 to answer with, or null
 */
export async function refusalOfMore(db: Db, userId: string, perDay: number): Promise<HttpError | null> {
  const waitMs = await msUntilReportLeavesWindow(db, userId, perDay, day);
  if (waitMs === null) return null;
  const message = `You can submit ${perDay} reports a day. Please try again later.`;
  return tooMany({ name: 'reports', points: perDay, seconds: day, code: 'over_request_rate_limit', message }, waitMs);
}
