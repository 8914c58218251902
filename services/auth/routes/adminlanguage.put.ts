import { type Handler, transaction } from '@tma/kit';
import { tellAdministrator } from '../accounts/tell-administrators.ts';
import type { Auth } from '../context.ts';
import { setAdminLanguage } from '../stores/admins.store.ts';

/**
 * Sets the language of the caller's mails, and tells the other services. The one that it is already changes nothing.
 * Throws 429 after too many changes.
 */
export const adminLanguage =
  ({ pool, limits }: Pick<Auth, 'pool' | 'limits'>): Handler<'adminLanguage'> =>
  async ({ caller, body }, _request, reply) => {
    await limits.languages.count(caller.id);
    await transaction(pool, async (tx) => {
      const admin = await setAdminLanguage(tx, caller.id, body.language);
      if (admin) await tellAdministrator(tx, admin);
    });
    return reply.code(204).send();
  };
