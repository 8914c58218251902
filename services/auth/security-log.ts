import type { FastifyBaseLogger } from 'fastify';

/** What somebody who looks after the portal's safety wants to find in the log. */
export type SecurityEvent =
  | 'sign-in failed'
  | 'admin sign-in failed'
  | 'limit hit'
  | 'wrong secret key'
  | 'refresh token reused'
  | 'password changed'
  | 'email changed'
  | 'admin registered'
  | 'tehsil added'
  | 'account deleted';

/** Writes a security event: ids only; never an address, a password or a token. */
export function audit(log: FastifyBaseLogger, security: SecurityEvent, ids: Record<string, string | null> = {}) {
  log.warn({ security, ...ids }, 'security event');
}
