import { limits, phoneCodeKind } from '@tma/contracts';
import { type Handler, HttpError, type Tx, transaction } from '@tma/kit';
import type { Auth } from '../credentials/context.ts';
import { logSecurityEvent } from '../credentials/security-log.ts';
import { sessionNotFound } from '../person/errors.ts';
import { lockUserBySession } from '../person/users.store.ts';
import { phoneOf, requireSms } from './phone-of.ts';
import * as store from './phones.store.ts';
import { publishPhone } from './publish-phone.ts';

const codeOver = () => new HttpError(410, 'code_over', 'This code is over. Have another one sent.');
const codeWrong = () => {
  const message = 'This code is not right.';
  return new HttpError(400, 'code_wrong', message, { errors: [{ path: 'code', message }] });
};

/** Digits of any script, as a keyboard in Urdu writes them, are digits of ours. */
const digitsOf = (text: string) =>
  text
    .trim()
    .replaceAll(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replaceAll(/[\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0));

type Confirming = Pick<Auth, 'pool' | 'linkKeys' | 'config'>;

/**
 * Confirms the number that waits with its code; messages go there from then on. Somebody else who had the number has it no longer.
 * Throws 400 `code_wrong`; 410 `code_over` after five of these or ten minutes, or where none waits; 404 `no_sms`.
 */
export const confirmPhone =
  (auth: Confirming): Handler<'confirmPhone'> =>
  async ({ caller, body }, request) => {
    requireSms(auth.config);
    const isRight = await transaction(auth.pool, async (tx) => {
      if (!(await lockUserBySession(tx, caller.sessionId))) throw sessionNotFound();
      return tryCode(auth, tx, caller.id, digitsOf(body.code));
    });
    if (!isRight) throw codeWrong();
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
