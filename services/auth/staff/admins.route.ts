import { fullName } from '@tma/contracts';
import { type Handler, notFound, transaction } from '@tma/kit';
import type { Auth } from '../credentials/context.ts';
import { findAdminOf, findAdminsOf, setAdminLanguage } from './admins.store.ts';
import { publicAdministrator, publishAdministrator } from './publish-administrator.ts';

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

/** An administrator of the caller's tehsil, for a service that has received no event of them yet. */
export const findAdmin =
  ({ pool }: Pick<Auth, 'pool'>): Handler<'findAdmin'> =>
  async ({ params, caller }) => {
    const admin = await findAdminOf(pool, caller.tehsil, params.id);
    if (!admin) throw notFound();
    return publicAdministrator(admin);
  };

/**
 * Sets the language of the caller's mails, and publishes the administrator. The language that it is already changes nothing.
 * Throws 429 after too many changes.
 */
export const adminLanguage =
  ({ pool, limits }: Pick<Auth, 'pool' | 'limits'>): Handler<'adminLanguage'> =>
  async ({ caller, body }, _request, reply) => {
    await limits.languages.count(caller.id);
    await transaction(pool, async (tx) => {
      const admin = await setAdminLanguage(tx, caller.id, body.language);
      if (admin) await publishAdministrator(tx, admin);
    });
    return reply.code(204).send();
  };
