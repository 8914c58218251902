import { limits, phoneCodeKind } from '@tma/contracts';
import {
  appendEvent,
  type Db,
  fieldError,
  type Handler,
  HttpError,
  missingField,
  mobileNumber,
  type Tx,
  transaction,
  westernDigits,
} from '@tma/kit';
import { v7 as uuid } from 'uuid';
import type { Auth } from '../credentials/context.ts';
import { reserveAll } from '../credentials/rate-limits.ts';
import { logSecurityEvent } from '../credentials/security-log/security-log.ts';
import { findProfileFields } from '../person/profiles.store.ts';
import { requireSession } from '../person/require-session.ts';
import * as store from './phones.store.ts';
import { publishPhone } from './publish-phone.ts';

type Settings = Pick<Auth['config'], 'SMS'>;

/** Throws 404 `no_sms` where the portal sends no messages to telephones. */
function requireSms(config: Settings): void {
  if (config.SMS === 'off') throw new HttpError(404, 'no_sms', 'This portal sends no messages to telephones.');
}

/** Somebody's number as operations answer it. */
async function phoneOf(db: Db, config: Settings, userId: string) {
  const available = config.SMS === 'on';
  const phone = available ? await store.findPhone(db, userId) : null;
  return { number: phone?.number ?? null, verified: phone !== null, messages: phone?.messages ?? false, available };
}

/** The caller's number. */
export const readPhone =
  ({ pool, config }: Pick<Auth, 'pool' | 'config'>): Handler<'readPhone'> =>
  ({ caller }) =>
    phoneOf(pool, config, caller.id);

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
    if (number === null) throw missingField('number', 'Enter a mobile number.');
    await reserveAll(
      () => auth.limits.phones.reserve(caller.id),
      () => auth.limits.numbers.reserve(number),
    );
    await transaction(auth.pool, async (tx) => {
      await requireSession(tx, caller.sessionId);
      await requestCode(auth, tx, caller.id, number);
    });
    return reply.code(202).send({ number });
  };

async function requestCode({ linkKeys }: Pick<Auth, 'linkKeys'>, tx: Tx, userId: string, number: string) {
  const link = { kind: phoneCodeKind, id: uuid(), address: number };
  const expiresAt = await store.saveCode(tx, userId, link.id, number);
  const { language } = await findProfileFields(tx, userId);
  await appendEvent(tx, 'PhoneCodeRequested', userId, {
    userId,
    number,
    language,
    expiresAt: expiresAt.toISOString(),
    sealedLink: { id: link.id, ...(await linkKeys.issue(tx, link)) },
  });
}

const codeOver = () => new HttpError(410, 'code_over', 'This code is over. Have another one sent.');

type Confirming = Pick<Auth, 'pool' | 'linkKeys' | 'config'>;

/**
 * Confirms the waiting number with its code; messages go to it from then on. If somebody else had the number, they lose it.
 * Throws 400 `code_wrong`; 410 `code_over` after five wrong codes, after ten minutes, or if no number waits; 404 `no_sms`.
 */
export const confirmPhone =
  (auth: Confirming): Handler<'confirmPhone'> =>
  async ({ caller, body }, request) => {
    requireSms(auth.config);
    const isRight = await transaction(auth.pool, async (tx) => {
      await requireSession(tx, caller.sessionId);
      return tryCode(auth, tx, caller.id, westernDigits(body.code.trim()));
    });
    if (!isRight) throw fieldError(400, 'code_wrong', 'code', 'This code is not right.');
    logSecurityEvent(request.log, 'number confirmed', { account: caller.id });
    return phoneOf(auth.pool, auth.config, caller.id);
  };

/** @returns false for a wrong code, which is counted */
async function tryCode(auth: Confirming, tx: Tx, userId: string, code: string): Promise<boolean> {
  const waiting = await store.lockCode(tx, userId);
  if (!waiting || waiting.isOver || waiting.wrong >= limits.wrongCodes) throw codeOver();
  const { id, number } = waiting;
  if (!(await auth.linkKeys.isCode(tx, { kind: phoneCodeKind, id, address: number }, code))) {
    await store.countWrong(tx, userId);
    return false;
  }
  const had = await store.findPhone(tx, userId);
  await store.lockNumbers(tx, had ? [number, had.number] : [number]);
  const other = await store.takeFromOther(tx, number, userId);
  if (other) await publishPhone(auth, tx, other);
  await store.savePhone(tx, userId, number);
  await store.deleteCode(tx, userId);
  await publishPhone(auth, tx, userId);
  return true;
}

/** Has messages sent to the caller's number, or no more. Throws 409 `no_number` where there is none to send them to, 404 `no_sms`. */
export const setMessages =
  (auth: Pick<Auth, 'pool' | 'config' | 'limits' | 'linkKeys'>): Handler<'setMessages'> =>
  async ({ caller, body: { messages } }) => {
    requireSms(auth.config);
    await auth.limits.profiles.count(caller.id);
    await transaction(auth.pool, async (tx) => {
      await requireSession(tx, caller.sessionId);
      const phone = await store.lockPhone(tx, caller.id);
      if (!phone && messages) throw new HttpError(409, 'no_number', 'Confirm a mobile number first.');
      if (!phone || phone.messages === messages) return;
      await store.setMessages(tx, caller.id, messages);
      await publishPhone(auth, tx, caller.id);
    });
    return phoneOf(auth.pool, auth.config, caller.id);
  };

/** Forgets the caller's number, and one that waits for its code. Doing it twice is no error. Throws 404 `no_sms`. */
export const removePhone =
  (auth: Pick<Auth, 'pool' | 'config' | 'linkKeys'>): Handler<'removePhone'> =>
  async ({ caller }, request, reply) => {
    requireSms(auth.config);
    const isRemoved = await transaction(auth.pool, async (tx) => {
      await requireSession(tx, caller.sessionId);
      await store.deleteCode(tx, caller.id);
      const hadNumber = await store.deletePhone(tx, caller.id);
      if (hadNumber) await publishPhone(auth, tx, caller.id);
      return hadNumber;
    });
    if (isRemoved) logSecurityEvent(request.log, 'number removed', { account: caller.id });
    return reply.code(204).send();
  };
