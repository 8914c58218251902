import { defaultLanguage, fullName } from '@tma/contracts';
import { appendEvent, type Db, type Handler, HttpError, type Tx, transaction, violates } from '@tma/kit';
import { v7 as uuid } from 'uuid';
import { requireAdminSecret } from '../credentials/admin-secret.ts';
import type { Auth } from '../credentials/context.ts';
import { logSecurityEvent } from '../credentials/security-log.ts';
import { requireTehsil } from '../person/tehsil.ts';
import { type Admin, findAdmin, findAdminsOf, insertAdmin, lockTehsil, type NewAdmin } from './admins.store.ts';
import { publishAdministrator } from './publish-administrator.ts';
import { requireStrong } from './require-strong.ts';

const emailTaken = () => new HttpError(400, 'email_exists', 'Email already exists');

/**
 * Registers an administrator of a tehsil. The secret key is checked first: a caller without it learns nothing else.
 * Throws 401 `invalid_secret_key`; 403 `invitation_needed` where `ADMIN_REGISTRATION` admits only the first of a tehsil; 400 `weak_password`, `email_exists`, or `invalid_request` for an unknown tehsil; 429
 * after too many wrong keys.
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
    const admin = {
      id: uuid(),
      email: body.Email,
      password_hash: await auth.hashing.hash(body.Password),
      first_name: body.First_Name,
      last_name: body.Last_Name,
      tehsil,
      language: body.Language ?? defaultLanguage,
    };
    try {
      await transaction(auth.pool, (tx) => register(auth, tx, admin));
    } catch (error) {
      throw violates(error, 'admins_email_key') ? emailTaken() : error;
    }
    logSecurityEvent(request.log, 'admin registered', { admin: admin.id });
    return reply.code(201).send({ success: true, email: admin.email });
  };

/** The active administrators of the tehsil. Throws 403 `invitation_needed` where those alone decide who becomes another. */
async function requireRegistration({ config }: Auth, db: Db, tehsil: string): Promise<Admin[]> {
  const { ADMIN_REGISTRATION: mode = config.NODE_ENV === 'production' ? 'first' : 'key' } = config;
  const active = await findAdminsOf(db, tehsil);
  if (mode === 'key' || active.length === 0) return active;
  throw new HttpError(403, 'invitation_needed', 'Ask the head of your office for an invitation.');
}

/** One of two who register at once is the first, and is notified of the other. */
async function register(auth: Auth, tx: Tx, admin: NewAdmin): Promise<void> {
  await lockTehsil(tx, admin.tehsil);
  const others = await requireRegistration(auth, tx, admin.tehsil);
  await publishAdministrator(tx, await insertAdmin(tx, admin));
  if (others.length === 0) return;
  const { id, tehsil } = admin;
  const to = others.map(({ id, first_name, last_name, email, language }) => {
    return { id, name: fullName(first_name, last_name), email, language };
  });
  await appendEvent(tx, 'AdministratorRegistered', id, {
    id,
    name: fullName(admin.first_name, admin.last_name),
    tehsil,
    to,
  });
}
