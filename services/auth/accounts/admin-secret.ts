import { HttpError, isSameSecret } from '@tma/kit';
import type { FastifyRequest } from 'fastify';
import type { Auth } from '../context.ts';
import { logSecurityEvent } from '../security-log.ts';

/** Throws 401 unless the admin secret key is right (compared in constant time), 429 after too many wrong ones from an IP. */
export async function requireAdminSecret(auth: Auth, request: FastifyRequest, given: string): Promise<void> {
  await auth.limits.secrets.check(request.ip);
  if (isSameSecret(given, auth.config.ADMIN_SECRET_KEY)) return;
  logSecurityEvent(request.log, 'wrong secret key');
  await auth.limits.secrets.count(request.ip);
  throw new HttpError(401, 'invalid_secret_key', 'Invalid Secret Key');
}
