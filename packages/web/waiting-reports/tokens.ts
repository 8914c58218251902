/**
 * An access token beside the reports that wait, for the worker: it sends them when no page is open, and cannot renew one. It
 * is there only while something waits, is of use for an hour at most, and says no more than the session that the browser
 * has of the same person anyway.
 */
import { answerOf, below, change, kinds, read } from '@tma/web/waiting-reports/records';

/** Puts this person's token there, in place of anybody's. */
export const leaveToken = (userId: string, token: string): Promise<void> =>
  change((records) => {
    records.delete(below(kinds.token));
    records.put(token, [kinds.token, userId]);
  });

/** Takes the token away, whosever it is. */
export const removeToken = (): Promise<void> =>
  change((records) => {
    records.delete(below(kinds.token));
  });

export const tokenLeftBy = async (userId: string): Promise<string | undefined> =>
  read((records) => answerOf<string | undefined>(records.get([kinds.token, userId])));
