import { type Handler, transaction } from '@tma/kit';

import type { Auth } from '../credentials/context.ts';
import { setAdminLanguage } from './admins.store.ts';
import { publishAdministrator } from './publish-administrator.ts';

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
