import { phoneCodeKind } from '@tma/contracts';
import { appendEvent, type Handler, HttpError, mobileNumber, type Tx, transaction } from '@tma/kit';
import { v7 as uuid } from 'uuid';
import type { Auth } from '../credentials/context.ts';
import { sessionNotFound } from '../person/errors.ts';
import { findProfileFields } from '../person/profiles.store.ts';
import { lockUserBySession } from '../person/users.store.ts';
import { requireSms } from './phone-of.ts';
import { saveCode } from './phones.store.ts';

const notMobile = () => {
  const message = 'Enter a mobile number.';
  return new HttpError(400, 'invalid_request', message, { errors: [{ path: 'number', message }] });
};

/**
 * Sends a code to a mobile number. The answer is the same whether somebody else has the number.
 * Throws 400 for what is no mobile number of SMS_COUNTRIES, which is not counted; 404 `no_sms`; 429 after too many of a resident or to
 * a number.
 */
export const setPhone =
  (auth: Pick<Auth, 'pool' | 'config' | 'limits' | 'linkKeys'>): Handler<'setPhone'> =>
  async ({ caller, body }, _request, reply) => {
    requireSms(auth.config);
    const number = mobileNumber(body.number, auth.config.SMS_COUNTRIES);
    if (number === null) throw notMobile();
    const takeBack = await auth.limits.phones.reserve(caller.id);
    if (!(await auth.limits.numbers.take(number))) {
      await takeBack();
      // Throws: it is used up.
      await auth.limits.numbers.check(number);
    }
    await transaction(auth.pool, async (tx) => {
      if (!(await lockUserBySession(tx, caller.sessionId))) throw sessionNotFound();
      await requestCode(auth, tx, caller.id, number);
    });
    return reply.code(202).send({ number });
  };

async function requestCode({ linkKeys }: Pick<Auth, 'linkKeys'>, tx: Tx, userId: string, number: string) {
  const link = { kind: phoneCodeKind, id: uuid(), address: number };
  const expiresAt = await saveCode(tx, userId, link.id, number);
  const { language } = await findProfileFields(tx, userId);
  await appendEvent(tx, 'PhoneCodeRequested', userId, {
    userId,
    number,
    language,
    expiresAt: expiresAt.toISOString(),
    sealedLink: { id: link.id, ...(await linkKeys.issue(tx, link)) },
  });
}
