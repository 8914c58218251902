import { type Handler, HttpError, transaction } from '@tma/kit';
import type { Auth } from '../credentials/context.ts';
import { phoneOf, requireSms } from './phone-of.ts';
import * as store from './phones.store.ts';
import { publishPhone } from './publish-phone.ts';

/** Has messages sent to the caller's number, or no more. Throws 409 `no_number` where there is none to send them to, 404 `no_sms`. */
export const setMessages =
  (auth: Pick<Auth, 'pool' | 'config' | 'limits' | 'linkKeys'>): Handler<'setMessages'> =>
  async ({ caller, body: { messages } }) => {
    requireSms(auth.config);
    await auth.limits.profiles.count(caller.id);
    await transaction(auth.pool, async (tx) => {
      const phone = await store.lockPhone(tx, caller.id);
      if (!phone && messages) throw new HttpError(409, 'no_number', 'Confirm a mobile number first.');
      if (!phone || phone.messages === messages) return;
      await store.setMessages(tx, caller.id, messages);
      await publishPhone(auth, tx, caller.id);
    });
    return phoneOf(auth.pool, auth.config, caller.id);
  };
