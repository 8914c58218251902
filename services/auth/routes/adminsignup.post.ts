import { type Handler, HttpError, violates } from '@tma/kit';
import { v7 as uuid } from 'uuid';
import { audit } from '../audit.ts';
import type { Auth } from '../context.ts';
import { readEmail } from '../emails.ts';
import { weaknessOf } from '../passwords.ts';
import { demandSecret, provePassword } from '../proof.ts';
import { adminToken } from '../sessions.ts';
import { findAdmin, insertAdmin } from '../store/admins.store.ts';
import { knownTehsil } from '../tehsils.ts';

const emailTaken = () => new HttpError(400, 'email_exists', 'Email already exists');

/** Registers an administrator. Who does not know the secret key learns nothing else. */
export const adminSignUp =
  (auth: Auth): Handler<'adminSignUp'> =>
  async ({ body }, request, reply) => {
    await demandSecret(auth, request, body.Secret_Key);
    const weakness = weaknessOf(body.Password, body.Email);
    if (weakness) {
      const errors = [{ path: 'Password', message: weakness.message }];
      throw new HttpError(400, 'weak_password', weakness.message, { errors });
    }
    const tehsil = await knownTehsil(auth.pool, body.Tehsil, 'invalid_request', 'Tehsil');
    if (await findAdmin(auth.pool, body.Email)) throw emailTaken();
    const admin = {
      id: uuid(),
      email: body.Email,
      password_hash: await auth.hashing.hash(body.Password),
      first_name: body.First_Name,
      last_name: body.Last_Name,
      tehsil,
    };
    try {
      await insertAdmin(auth.pool, admin);
    } catch (error) {
      throw violates(error, 'admins_email_key') ? emailTaken() : error;
    }
    audit(request.log, 'admin registered', { admin: admin.id });
    return reply.code(201).send({ success: true, email: admin.email });
  };

export const adminSignIn =
  (auth: Auth): Handler<'adminSignIn'> =>
  async ({ body }, request) => {
    const known = readEmail(body.Email);
    const account = known ? await findAdmin(auth.pool, known) : null;
    const email = known ?? body.Email.slice(0, 254).toLowerCase();
    const right = await provePassword(auth, request, { realm: 'admin', email, account, password: body.Password });
    if (!right || !account) throw new HttpError(400, 'invalid_credentials', 'Invalid credentials');
    return { Token: await adminToken(auth, account), email: account.email, success: true };
  };

export const adminSignOut =
  ({ ended }: Auth): Handler<'adminSignOut'> =>
  async ({ caller }, _request, reply) => {
    await ended.add([caller.sessionId]);
    return reply.code(204).send();
  };
