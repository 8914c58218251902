import type { Audience } from '@tma/contracts';
import type { FastifyBaseLogger } from 'fastify';

/** The event of a failed sign-in, by the kind of account. */
export const failedSignIn = {
  resident: 'sign-in failed',
  admin: 'admin sign-in failed',
} as const satisfies Record<Audience, string>;

/** The events of the security log, which operators watch. */
export type SecurityEvent =
  | (typeof failedSignIn)[Audience]
  | 'signed in'
  | 'admin signed in'
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
