/** Who is told of what happens to a report: the reporter, by mail or by message to a telephone. */
import type { EventData } from '@tma/contracts';
import type { LockedReport } from './locks.store.ts';

/** The reporter as the recipient of mails in events; null for one who was erased, or has no address. */
export const reporterOf = ({
  user_id: id,
  reporter_name: name,
  reporter_email: email,
  reporter_language: language,
}: LockedReport): EventData<'StatusChanged'>['reporter'] => (email ? { id, name, email, language } : null);

/** The number for messages to a reporter who was at the counter. Null for others: the numbers of accounts are known to auth. */
export const phoneIn = ({
  via,
  reporter_contact: number,
  reporter_language: language,
}: Pick<LockedReport, 'via' | 'reporter_contact' | 'reporter_language'>) =>
  via === 'counter' && number ? { number, language } : null;

/** Who is told of a report in events, and whether it is hidden: then they get no link to its public page. */
export const recipientsOf = (report: LockedReport) => ({
  reporter: reporterOf(report),
  phone: phoneIn(report),
  ...(report.hidden && { hidden: true }),
});
