import { createHash, timingSafeEqual } from 'node:crypto';
import { HttpError } from '@tma/kit';
import type { FastifyRequest } from 'fastify';
import { audit } from './audit.ts';
import type { Auth } from './context.ts';

/** Whose password is tried: residents and administrators are counted apart. */
interface Claim {
  realm: 'resident' | 'admin';
  /** The address that was given, in lower case. */
  email: string;
  /** The account of that address, when there is one. */
  account: { id: string; password_hash: string } | null;
  password: string;
}

/**
 * Whether a password is right. Failures are counted by address and IP, and by IP; past the limit all is refused with 429,
 * also what was right and came in at the same time as the wrong ones. An unknown address takes as long as a known one.
 */
export async function provePassword(auth: Auth, request: FastifyRequest, claim: Claim): Promise<boolean> {
  const { signIns, signInsByIp } = auth.limits;
  const key = [claim.realm, claim.email, request.ip];
  const check = () => Promise.all([signIns.check(...key), signInsByIp.check(request.ip)]);
  await check();
  const right = await auth.hashing.matches(claim.password, claim.account?.password_hash);
  if (right) {
    await check();
    return true;
  }
  const event = claim.realm === 'admin' ? 'admin sign-in failed' : 'sign-in failed';
  audit(request.log, event, { account: claim.account?.id ?? null });
  await Promise.all([signIns.count(...key), signInsByIp.count(request.ip)]);
  return false;
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Throws 401 unless the admin secret key is right (compared in constant time), 429 after too many wrong ones. */
export async function demandSecret(auth: Auth, request: FastifyRequest, given: string): Promise<void> {
  await auth.limits.secrets.check(request.ip);
  if (timingSafeEqual(digest(given), digest(auth.config.ADMIN_SECRET_KEY))) return;
  audit(request.log, 'wrong secret key');
  await auth.limits.secrets.count(request.ip);
  throw new HttpError(401, 'invalid_secret_key', 'Invalid Secret Key');
}
