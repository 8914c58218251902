import { HttpError, type Tx } from '@tma/kit';
import type { FastifyRequest } from 'fastify';
import type { Auth } from '../../credentials/context.ts';
import { attemptsOf } from '../../credentials/passwords/verify-password.ts';
import { reserveAll } from '../../credentials/rate-limits.ts';
import { openSealed } from '../../credentials/sealing.ts';
import { logSecurityEvent } from '../../credentials/security-log/security-log.ts';
import { type Factor, lockFactor, takeRecoveryCode, takeStep } from './factor.store.ts';
import { macOfCode } from './recovery-codes.ts';
import { oldestStep, stepOf } from './totp.ts';

interface Owner {
  id: string;
  email: string;
}

/** The code is not right, or was used before. */
class WrongCode extends HttpError {}

const codeRequired = () => new HttpError(401, 'second_factor_required', 'Enter the code of your app.');
/** @param status 401 where somebody signs in, 400 where they are signed in */
export const wrongCode = (status: 400 | 401) => new WrongCode(status, 'second_factor_wrong', 'This code is not right.');

/**
 * Does `work`, which checks a code of this administrator. It counts as a wrong password until it is right, so that no more than
 * those can be tried at the same time either: against the limits of wrong passwords, and, from browsers that have not signed in
 * to the account before, against one of the account, wherever they are. Throws 429 past these.
 */
export async function withCodeLimit<T>(
  auth: Auth,
  request: FastifyRequest,
  { id, email }: Owner,
  code: string | null | undefined,
  work: () => Promise<T>,
): Promise<T> {
  if (!code) return work();
  const attempts = attemptsOf(auth, request, { audience: 'admin', email, id });
  const takeBack = await reserveAll(attempts.reserve, () => auth.limits.codes.reserve(id, attempts.device ?? ''));
  try {
    const result = await work();
    await takeBack();
    return result;
  } catch (error) {
    if (error instanceof WrongCode) logSecurityEvent(request.log, 'admin sign-in failed', { account: id, by: 'code' });
    else await takeBack();
    throw error;
  }
}

/**
 * Uses up a code of an administrator's active factor, in the caller's transaction. Where there is no such factor, no code is
 * needed.
 * @param status of the refusal of a wrong code
 * @returns whether there is an active factor. Throws 401 `second_factor_required`, and `second_factor_wrong`.
 */
export async function requireCode(
  auth: Pick<Auth, 'factorKey'>,
  tx: Tx,
  adminId: string,
  code: string | null | undefined,
  status: 400 | 401,
): Promise<boolean> {
  const factor = await lockFactor(tx, adminId);
  if (!factor?.isActive) return false;
  if (!code) throw codeRequired();
  const secret = secretOf(auth, factor, adminId);
  const isRight =
    (await takeAppCode(tx, adminId, secret, code)) || (await takeRecoveryCode(tx, adminId, macOfCode(code, secret)));
  if (!isRight) throw wrongCode(status);
  return true;
}

export const secretOf = ({ factorKey }: Pick<Auth, 'factorKey'>, { sealedSecret }: Factor, adminId: string) =>
  openSealed(sealedSecret, factorKey, adminId, 'a second factor');

/** Uses a code of the app up: apps show its digits with a space between. @returns false when it is wrong, or was used before */
export async function takeAppCode(tx: Tx, adminId: string, secret: string, code: string): Promise<boolean> {
  const step = stepOf(code.replaceAll(/\s/g, ''), secret);
  return step !== null && takeStep(tx, adminId, step, oldestStep());
}
