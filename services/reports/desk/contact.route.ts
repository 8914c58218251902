import { id as uuidRule } from '@tma/contracts';
import { type Handler, notFound } from '@tma/kit';
import type { Reports } from '../report/context.ts';
import { contactNumberIn } from '../report/people/people.store.ts';

/** The contact number of someone who has a report in the administrator's tehsil. */
export const requestContact =
  ({ pool, limits }: Pick<Reports, 'pool' | 'limits'>): Handler<'requestContact'> =>
  async ({ params: { userId }, caller }) => {
    await limits.contacts.count(caller.id);
    if (!uuidRule.safeParse(userId).success) throw notFound();
    const contactNumber = await contactNumberIn(pool, caller.tehsil, userId);
    if (contactNumber === null) throw notFound();
    return { contactNumber };
  };
