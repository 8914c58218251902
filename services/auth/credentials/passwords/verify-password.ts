import { type Caller, networkOf } from '@tma/kit';
import type { FastifyRequest } from 'fastify';
import { normalizeEmail } from '../../person/email-address.ts';
import type { Auth } from '../context.ts';
import { reserveAll } from '../rate-limits.ts';
import { failedSignIn, logSecurityEvent } from '../security-log/security-log.ts';

interface Attempt {
  /** Wrong passwords are counted separately for each. */
  audience: Caller['audience'];
  /** The address as the caller gave it; it need not be one. */
  email: string;
  /** The account of that address, if there is one. Without a hash no password opens it. */
  account: { id: string; password_hash: string | null } | null;
  password: string;
}

/** The account whose sign-ins are counted. The id is empty for an account that does not exist. */
interface Counted {
  audience: Caller['audience'];
  email: string;
  id: string;
}

/**
 * The limits of failed sign-ins of a caller at an account: by address and IP, and by IP; of a browser that has signed in to the
 * account before for it alone, and for all such browsers of the account.
 */
export function attemptsOf(auth: Auth, request: FastifyRequest, { audience, email, id }: Counted) {
  const { signIns, signInsByIp, signInsByDevices } = auth.limits;
  const address = normalizeEmail(email) ?? email.slice(0, 254).toLowerCase();
  const ip = networkOf(request.ip);
  const device = auth.devices.idOf(request.headers.cookie, { audience, id });
  const key = [audience, address, device === null ? ip : `device ${device}`] as const;
  // Each sign-in makes another browser id: all of them together have no more attempts than an IP.
  const all = device === null ? signInsByIp : signInsByDevices;
  const allKey = device === null ? ip : `${audience} ${id}`;
  return {
    device,
    /** Without the browser's id: each sign-in makes a new one. */
    rightKey: [audience, address, ip] as const,
    check: () => Promise.all([signIns.check(...key), all.check(allKey)]),
    count: () => Promise.all([signIns.count(...key), all.count(allKey)]),
    /** Counts an attempt before it is known whether it failed. @returns a function that takes it back */
    reserve: () =>
      reserveAll(
        () => signIns.reserve(...key),
        () => all.reserve(allKey),
      ),
  };
}

/**
 * Whether a password is right. Failures are counted by `attemptsOf`, right ones per address and IP. Past a limit every attempt
 * throws 429, also one with the right password that arrived together with the wrong ones. An unknown address takes as long as a
 * known one.
 */
export async function verifyPassword(auth: Auth, request: FastifyRequest, attempt: Attempt): Promise<boolean> {
  const { rightSignIns } = auth.limits;
  const { audience, email, account } = attempt;
  const { rightKey, check, count } = attemptsOf(auth, request, { audience, email, id: account?.id ?? '' });
  await Promise.all([check(), rightSignIns.check(...rightKey)]);
  const right = await auth.hashing.matches(attempt.password, account?.password_hash);
  if (right) {
    await Promise.all([check(), rightSignIns.count(...rightKey)]);
    return true;
  }
  logSecurityEvent(request.log, failedSignIn[audience], { account: account?.id ?? null });
  await count();
  return false;
}
