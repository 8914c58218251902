import { HttpError, isSameSecret, networkOf } from '@tma/kit';
import type { FastifyRequest } from 'fastify';
import type { Auth } from './context.ts';
import { logSecurityEvent } from './security-log/security-log.ts';

/**
 * Throws 401 unless the admin secret key is right (compared in constant time), 429 after too many wrong ones from an
 * IP. A key is counted as wrong until it is known to be right, so that simultaneous tries get no more attempts.
 */
export async function requireAdminSecret(auth: Auth, request: FastifyRequest, given: string): Promise<void> {
  const expected = auth.adminKey();
  const takeBack = await auth.limits.secrets.reserve(networkOf(request.ip));
  if (isSameSecret(given, expected)) return takeBack();
  logSecurityEvent(request.log, 'wrong secret key');
  throw new HttpError(401, 'invalid_secret_key', 'Invalid Secret Key');
}
