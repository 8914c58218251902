import { defaultLanguage } from '@tma/contracts';
import { type Db, type Handler, HttpError, type Tx, transaction, violates } from '@tma/kit';
import { v7 as uuid } from 'uuid';
import { requireAdminSecret } from '../credentials/admin-secret.ts';
import type { Auth } from '../credentials/context.ts';
import { logSecurityEvent } from '../credentials/security-log/security-log.ts';
import { requireTehsil } from '../person/tehsil.ts';
import { findAdmin, findAdminsOf, insertAdmin, lockTehsil, type NewAdmin } from './admins.store.ts';
import { noteAbout } from './note-about.ts';
import { publishNewAdministrator } from './publish-administrator.ts';
import { requireStrong } from './require-password.ts';

const emailTaken = () => new HttpError(400, 'email_exists', 'Email already exists');

/**
 * Registers an administrator of a tehsil. The secret key is checked first: a caller without it learns nothing else.
 * Throws 401 `invalid_secret_key`; 403 `invitation_needed` where `ADMIN_REGISTRATION` admits only the first head of a tehsil; 400
 * `weak_password`, `email_exists`, or `invalid_request` for an unknown tehsil; 429 after too many wrong keys.
 */
export const adminSignUp =
  (auth: Auth): Handler<'adminSignUp'> =>
  async ({ body }, request, reply) => {
    await requireAdminSecret(auth, request, body.Secret_Key);
    requireStrong(body.Password, body.Email, 'Password');
    const tehsil = await requireTehsil(auth.pool, body.Tehsil, 'invalid_request', 'Tehsil');
    // First: who was registered, and sends it again because no answer came, needs no invitation.
    if (await findAdmin(auth.pool, body.Email)) throw emailTaken();
    await requireRegistration(auth, auth.pool, tehsil);
    const admin: NewAdmin = {
      id: uuid(),
      email: body.Email,
      password_hash: await auth.hashing.hash(body.Password),
      first_name: body.First_Name,
      last_name: body.Last_Name,
      tehsil,
      language: body.Language ?? defaultLanguage,
      role: 'head',
    };
    try {
      await transaction(auth.pool, (tx) => register(auth, tx, admin));
    } catch (error) {
      throw violates(error, 'admins_email_key') ? emailTaken() : error;
    }
    logSecurityEvent(request.log, 'admin registered', { admin: admin.id });
    return reply.code(201).send({ success: true, email: admin.email });
  };

/** Throws 403 `invitation_needed` where the active heads of the tehsil alone decide who joins them. */
async function requireRegistration({ config }: Auth, db: Db, tehsil: string): Promise<void> {
  const { ADMIN_REGISTRATION: mode = config.NODE_ENV === 'production' ? 'first' : 'key' } = config;
  if (mode === 'key' || !(await findAdminsOf(db, tehsil)).some(({ role }) => role === 'head')) return;
  throw new HttpError(403, 'invitation_needed', 'Ask the head of your office for an invitation.');
}

/** One of two who register at once is the first, and is notified of the other. */
async function register(auth: Auth, tx: Tx, admin: NewAdmin): Promise<void> {
  await lockTehsil(tx, admin.tehsil);
  await requireRegistration(auth, tx, admin.tehsil);
  await publishNewAdministrator(tx, await insertAdmin(tx, admin));
  await noteAbout(tx, admin, 'registered');
}
