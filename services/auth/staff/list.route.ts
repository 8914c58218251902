import { fullName } from '@tma/contracts';
import type { Handler } from '@tma/kit';
import type { Auth } from '../credentials/context.ts';
import { findAdminsOf } from './admins.store.ts';

const { compare } = new Intl.Collator('en');

/** The administrators of the caller's tehsil by name, those who are disabled left out. */
export const listAdmins =
  ({ pool }: Pick<Auth, 'pool'>): Handler<'listAdmins'> =>
  async ({ caller }) =>
    (await findAdminsOf(pool, caller.tehsil))
      .map(({ id, first_name, last_name, role }) => {
        return { id, name: fullName(first_name, last_name), role, you: id === caller.id };
      })
      .sort((a, b) => compare(a.name, b.name) || compare(a.id, b.id));
