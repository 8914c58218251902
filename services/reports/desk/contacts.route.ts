import { type Handler, noteAct, notFound, requireId, transaction } from '@tma/kit';
import type { Reports } from '../report/context.ts';
import { requireMay } from '../report/policy.ts';
import { contactNumberIn, contactOfReport, insertContactRead } from './contacts.store.ts';

type Parts = Pick<Reports, 'pool' | 'limits' | 'today'>;

/** The contact number of someone who has a report in the administrator's tehsil. */
export const requestContact =
  (reports: Parts): Handler<'requestContact'> =>
  async ({ params: { userId }, caller }) => {
    await reports.limits.contacts.count(caller.id);
    requireId(userId);
    const contactNumber = await contactNumberIn(reports.pool, caller.tehsil, userId);
    if (contactNumber === null) throw notFound();
    await noteContactRead(reports, caller, { person: userId });
    return { contactNumber };
  };

/** The contact number of the reporter of a report of the administrator's tehsil, with or without an account. */
export const reportContact =
  (reports: Parts): Handler<'reportContact'> =>
  async ({ params: { id }, caller }) => {
    await reports.limits.contacts.count(caller.id);
    requireId(id);
    const report = await contactOfReport(reports.pool, id);
    requireMay(caller, 'read', report);
    const { reference, contactNumber, user_id } = report;
    if (!contactNumber) throw notFound();
    await noteContactRead(reports, caller, user_id ? { person: user_id } : { report: id, reference });
    return { contactNumber };
  };

/**
 * Notes in the audit log, once a day, that an administrator read somebody's contact number. The number is sent only
 * after that: what cannot be logged is not shown.
 * @param of the person's id; for somebody without an account the report's id and reference
 */
async function noteContactRead(
  { pool, today }: Parts,
  caller: { id: string; tehsil: string },
  of: { person: string } | { report: string; reference: string },
): Promise<void> {
  const [ofId, about] = 'person' in of ? [of.person, { person: of.person }] : [of.report, { about: of.reference }];
  const read = { adminId: caller.id, ofId, day: today() };
  await transaction(pool, async (tx) => {
    if (await insertContactRead(tx, read)) await noteAct(tx, 'reports', caller, { kind: 'contact-read', ...about });
  });
}
