import { type Caller, networkOf } from '@tma/kit';
import type { FastifyRequest } from 'fastify';
import { normalizeEmail } from '../person/email-address.ts';
import type { Auth } from './context.ts';
import { logSecurityEvent, type SecurityEvent } from './security-log.ts';

const failed: Record<Caller['audience'], SecurityEvent> = {
  resident: 'sign-in failed',
  admin: 'admin sign-in failed',
};

interface Attempt {
  /** Wrong passwords are counted apart for each. */
  audience: Caller['audience'];
  /** The address as the caller gave it; it need not be one. */
  email: string;
  /** The account of that address, if there is one. Without a hash it is one that no password opens. */
  account: { id: string; password_hash: string | null } | null;
  password: string;
}

/**
 * Whether a password is right. Failures are counted per address and IP, and per IP, those of a browser that has signed in to the
 * account before for it alone, and for all such browsers of the account; right ones per address and IP. Past a limit every attempt throws 429, also one with the right password that arrived together with the wrong ones. An unknown
 * address takes as long as a known one.
 */
export async function verifyPassword(auth: Auth, request: FastifyRequest, attempt: Attempt): Promise<boolean> {
  const { signIns, signInsByIp, signInsByDevices, rightSignIns } = auth.limits;
  const address = normalizeEmail(attempt.email) ?? attempt.email.slice(0, 254).toLowerCase();
  const ip = networkOf(request.ip);
  const account = { audience: attempt.audience, id: attempt.account?.id ?? '' };
  const device = auth.devices.idOf(request.headers.cookie, account);
  const key = [attempt.audience, address, device === null ? ip : `device ${device}`] as const;
  // A browser gets another id with each sign-in: right passwords are counted by what it cannot choose.
  const rightKey = [attempt.audience, address, ip] as const;
  // Whoever signs in again and again has many browsers: together they have no more attempts than an IP.
  const all = device === null ? signInsByIp : signInsByDevices;
  const allKey = device === null ? ip : `${account.audience} ${account.id}`;
  const check = () => Promise.all([signIns.check(...key), all.check(allKey)]);
  await Promise.all([check(), rightSignIns.check(...rightKey)]);
  const right = await auth.hashing.matches(attempt.password, attempt.account?.password_hash);
  if (right) {
    await Promise.all([check(), rightSignIns.count(...rightKey)]);
    return true;
  }
  logSecurityEvent(request.log, failed[attempt.audience], { account: attempt.account?.id ?? null });
  await Promise.all([signIns.count(...key), all.count(allKey)]);
  return false;
}
