import type { FastifyBaseLogger } from 'fastify';

/** The events of the security log, which operators watch. */
export type SecurityEvent =
  | 'signed in'
  | 'admin signed in'
  | 'sign-in failed'
  | 'admin sign-in failed'
  | 'limit hit'
  | 'wrong secret key'
  | 'refresh token reused'
  | 'password changed'
  | 'email changed'
  | 'second factor added'
  | 'second factor removed'
  | 'admin registered'
  | 'admin disabled'
  | 'admin enabled'
  | 'admin moved'
  | 'admin role changed'
  | 'resident suspended'
  | 'resident resumed'
  | 'signing key retired'
  | 'number confirmed'
  | 'number removed'
  | 'tehsil added'
  | 'account deleted';

/** Logs a security event. @param ids ids only: never an address, a password or a token */
export function logSecurityEvent(
  log: FastifyBaseLogger,
  security: SecurityEvent,
  ids: Record<string, string | null> = {},
) {
  log.warn({ security, ...ids }, 'security event');
}
