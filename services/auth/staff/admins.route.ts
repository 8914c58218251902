import { type Handler, notFound, transaction } from '@tma/kit';
import type { Auth } from '../credentials/context.ts';
import { nameOf } from '../person/profile.ts';
import { findAdminOf, findAdminsOf, setAdminLanguage } from './admins.store.ts';
import { byName, publicAdministrator, publishAdministrator } from './publish-administrator.ts';

/** The administrators of the caller's tehsil by name, those who are disabled left out. */
export const listAdmins =
  ({ pool }: Pick<Auth, 'pool'>): Handler<'listAdmins'> =>
  async ({ caller }) =>
    (await findAdminsOf(pool, caller.tehsil))
      .map((admin) => ({ id: admin.id, name: nameOf(admin), role: admin.role, you: admin.id === caller.id }))
      .sort(byName);

/** An administrator of the caller's tehsil, for a service that has received no event of them yet. */
export const findAdmin =
  ({ pool }: Pick<Auth, 'pool'>): Handler<'findAdmin'> =>
  async ({ params, caller }) => {
    const admin = await findAdminOf(pool, caller.tehsil, params.id);
    if (!admin) throw notFound();
    return publicAdministrator(admin);
  };

/**
 * Sets the language of the caller's mails, and publishes the administrator. Setting the same language again changes nothing. Throws
 * 429 after too many changes.
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
