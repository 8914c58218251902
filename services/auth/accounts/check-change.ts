import { HttpError, networkOf } from '@tma/kit';
import type { FastifyRequest } from 'fastify';
import type { Auth } from '../credentials/context.ts';
import { weaknessOf } from '../credentials/passwords/password-rules.ts';
import { verifyPassword } from '../credentials/passwords/verify-password.ts';
import { isSessionOlder } from '../credentials/session/sessions.store.ts';
import { normalizeEmail, requireEmail } from '../person/email-address.ts';
import { currentPasswordInvalid, reauthenticationNeeded, weakPassword } from '../person/errors.ts';
import type { PersonFields } from '../person/profile.ts';
import { requireTehsil } from '../person/tehsil.ts';
import type { UserRow } from '../person/users.store.ts';

/** What a caller wants to change; what is absent stays. */
interface WantedChange {
  data?: Partial<PersonFields> | null;
  email?: string | null;
  password?: string | null;
  current_password?: string | null;
}

/** The same, checked and ready to be written. */
export interface Change {
  data?: Partial<PersonFields>;
  email?: string;
  passwordHash?: string;
}

/**
 * Checks a change, without writing. Throws 400 `validation_failed` for a bad address or an unknown tehsil; 422
 * `weak_password`, `same_password`; 429 after too many new addresses, mails to one, new passwords, or new data.
 * @param ip the caller's
 */
export async function checkChange(
  auth: Auth,
  account: UserRow,
  ip: string,
  { data, email, password }: WantedChange,
): Promise<Change> {
  const change: Change = {};
  if (data) change.data = await checkData(auth, account, data);
  if (email) change.email = newAddress(account, email);
  if (typeof password === 'string')
    change.passwordHash = await checkPassword(auth, account, ip, password, change.email);
  // Last: a change that is refused because of its password is not counted against the address.
  if (change.email) {
    await auth.limits.emailChanges.count(account.id);
    await auth.limits.mails.count('email-change', change.email);
  }
  return change;
}

async function checkData({ pool, limits }: Auth, { id }: UserRow, data: Partial<PersonFields>) {
  await limits.profiles.count(id);
  if (data.tehsil === undefined) return data;
  return { ...data, tehsil: await requireTehsil(pool, data.tehsil, 'validation_failed') };
}

/** This does not look up whether the new address has an account: the caller must not learn that. */
function newAddress(account: UserRow, given: string): string | undefined {
  const email = requireEmail(given);
  return email === account.email ? undefined : email;
}

/** @param newEmail the address that the same change asks for, if it does @returns the hash of the new password */
async function checkPassword(
  auth: Auth,
  account: UserRow,
  ip: string,
  password: string,
  newEmail = account.email,
): Promise<string> {
  const weakness = weaknessOf(password, account.email) ?? weaknessOf(password, newEmail);
  if (weakness) throw weakPassword(weakness);
  await auth.limits.rightSignIns.count('resident', account.email, networkOf(ip));
  if (await auth.hashing.matches(password, account.password_hash)) {
    throw new HttpError(422, 'same_password', 'New password should be different from the old password.');
  }
  return auth.hashing.hash(password);
}

/**
 * Checks that the owner changes an account: by the current password if one is given. It is required for a new password
 * or address in a session older than `REAUTH_AFTER`, since somebody else may have found the browser signed in.
 * Throws 400 `current_password_invalid`, `reauthentication_needed`; 429 after too many passwords.
 */
export async function requireOwner(
  auth: Auth,
  request: FastifyRequest,
  { account, sessionId }: { account: UserRow; sessionId: string },
  given: WantedChange,
): Promise<void> {
  const { current_password: password } = given;
  if (typeof password === 'string') return requireCurrentPassword(auth, request, account, password);
  const isAnother = Boolean(given.email) && normalizeEmail(given.email ?? '') !== account.email;
  if (typeof given.password !== 'string' && !isAnother) return;
  if (await isSessionOlder(auth.pool, sessionId, auth.config.REAUTH_AFTER * 60)) throw reauthenticationNeeded();
}

/** Throws 400 `current_password_invalid`; 429 after too many. */
export async function requireCurrentPassword(auth: Auth, request: FastifyRequest, account: UserRow, password: string) {
  const { email } = account;
  if (await verifyPassword(auth, request, { audience: 'resident', email, account, password })) return;
  throw currentPasswordInvalid();
}
