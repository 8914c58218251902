import type { FastifyRequest } from 'fastify';
import type { Auth } from '../credentials/context.ts';
import { isSessionOlder } from '../credentials/sessions.store.ts';
import { verifyPassword } from '../credentials/verify-password.ts';
import { normalizeEmail } from '../person/email-address.ts';
import { currentPasswordInvalid, reauthenticationNeeded } from '../person/errors.ts';
import type { UserRow } from '../person/users.store.ts';

interface Given {
  password?: string | null | undefined;
  email?: string | null | undefined;
  current_password?: string | null | undefined;
}

/**
 * Checks that it is the owner who changes an account: by the current password where one is given, and by nothing less for
 * another password or address in a session older than `REAUTH_AFTER`. Whoever finds a browser that is signed in has only that.
 * Throws 400 `current_password_invalid`, `reauthentication_needed`; 429 after too many passwords.
 */
export async function requireOwner(
  auth: Auth,
  request: FastifyRequest,
  { account, sessionId }: { account: UserRow; sessionId: string },
  given: Given,
): Promise<void> {
  const { current_password: password } = given;
  if (typeof password === 'string') {
    const { email } = account;
    if (await verifyPassword(auth, request, { audience: 'resident', email, account, password })) return;
    throw currentPasswordInvalid();
  }
  const isAnother = Boolean(given.email) && normalizeEmail(given.email ?? '') !== account.email;
  if (typeof given.password !== 'string' && !isAnother) return;
  if (await isSessionOlder(auth.pool, sessionId, auth.config.REAUTH_AFTER * 60)) throw reauthenticationNeeded();
}
