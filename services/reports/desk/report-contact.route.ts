import { id as uuidRule } from '@tma/contracts';
import { type Handler, notFound } from '@tma/kit';
import type { Reports } from '../report/context.ts';
import { noteContactRead } from '../report/people/note-contact-read.ts';
import { contactOfReport } from '../report/people/people.store.ts';
import { requireMay } from '../report/policy.ts';

/** The contact number of whoever a report of the administrator's tehsil is from, with an account or without. */
export const reportContact =
  (reports: Pick<Reports, 'pool' | 'limits' | 'today'>): Handler<'reportContact'> =>
  async ({ params: { id }, caller }) => {
    await reports.limits.contacts.count(caller.id);
    const report = uuidRule.safeParse(id).success ? await contactOfReport(reports.pool, id) : null;
    requireMay(caller, 'read', report);
    const { reference, contactNumber, user_id } = report;
    if (!contactNumber) throw notFound();
    await noteContactRead(reports, caller, user_id ? { person: user_id } : { report: id, reference });
    return { contactNumber };
  };
