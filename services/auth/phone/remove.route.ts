import { type Handler, transaction } from '@tma/kit';
import type { Auth } from '../credentials/context.ts';
import { logSecurityEvent } from '../credentials/security-log.ts';
import { requireSms } from './phone-of.ts';
import { deleteCode, deletePhone } from './phones.store.ts';
import { publishPhone } from './publish-phone.ts';

/** Forgets the caller's number, and one that waits for its code. Doing it twice is no error. Throws 404 `no_sms`. */
export const removePhone =
  (auth: Pick<Auth, 'pool' | 'config' | 'linkKeys'>): Handler<'removePhone'> =>
  async ({ caller }, request, reply) => {
    requireSms(auth.config);
    await transaction(auth.pool, async (tx) => {
      await deleteCode(tx, caller.id);
      if (await deletePhone(tx, caller.id)) await publishPhone(auth, tx, caller.id);
    });
    logSecurityEvent(request.log, 'number removed', { account: caller.id });
    return reply.code(204).send();
  };
