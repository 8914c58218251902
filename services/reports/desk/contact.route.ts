import { id as uuidRule } from '@tma/contracts';
import { type Handler, notFound } from '@tma/kit';
import type { Reports } from '../report/context.ts';
import { noteContactRead } from '../report/people/note-contact-read.ts';
import { contactNumberIn } from '../report/people/people.store.ts';

/** The contact number of someone who has a report in the administrator's tehsil. */
export const requestContact =
  (reports: Pick<Reports, 'pool' | 'limits' | 'today'>): Handler<'requestContact'> =>
  async ({ params: { userId }, caller }) => {
    await reports.limits.contacts.count(caller.id);
    if (!uuidRule.safeParse(userId).success) throw notFound();
    const contactNumber = await contactNumberIn(reports.pool, caller.tehsil, userId);
    if (contactNumber === null) throw notFound();
    await noteContactRead(reports, caller, { person: userId });
    return { contactNumber };
  };
