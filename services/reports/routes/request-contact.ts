import { id as uuidRule } from '@tma/contracts';
import { type Handler, notFound, type Parts } from '@tma/kit';
import { contactIn } from '../people.store.ts';

/** The number under which a reporter of the tehsil can be reached. */
export function requestContact({ pool }: Pick<Parts, 'pool'>): Handler<'requestContact'> {
  return async ({ params, caller }) => {
    if (!uuidRule.safeParse(params.userId).success) throw notFound();
    const contactNumber = await contactIn(pool, caller.tehsil, params.userId);
    if (contactNumber === null) throw notFound();
    return { contactNumber };
  };
}
