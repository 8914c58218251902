import { defaultLanguage } from '@tma/contracts';
import { type Handler, HttpError, transaction, violates } from '@tma/kit';
import { v7 as uuid } from 'uuid';
import { requireAdminSecret } from '../credentials/admin-secret.ts';
import type { Auth } from '../credentials/context.ts';
import { weaknessOf } from '../credentials/password-rules.ts';
import { logSecurityEvent } from '../credentials/security-log.ts';
import { requireTehsil } from '../person/tehsil.ts';
import { findAdmin, insertAdmin } from './admins.store.ts';
import { publishAdministrator } from './publish-administrator.ts';

const emailTaken = () => new HttpError(400, 'email_exists', 'Email already exists');

/**
 * Registers an administrator of a tehsil. The secret key is checked first: a caller without it learns nothing else.
 * Throws 401 `invalid_secret_key`; 400 `weak_password`, `email_exists`, or `invalid_request` for an unknown tehsil; 429
 * after too many wrong keys.
 */
export const adminSignUp =
  (auth: Auth): Handler<'adminSignUp'> =>
  async ({ body }, request, reply) => {
    await requireAdminSecret(auth, request, body.Secret_Key);
    const weakness = weaknessOf(body.Password, body.Email);
    if (weakness) {
      const errors = [{ path: 'Password', message: weakness.message }];
      throw new HttpError(400, 'weak_password', weakness.message, { errors });
    }
    const tehsil = await requireTehsil(auth.pool, body.Tehsil, 'invalid_request', 'Tehsil');
    if (await findAdmin(auth.pool, body.Email)) throw emailTaken();
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
      await transaction(auth.pool, async (tx) => publishAdministrator(tx, await insertAdmin(tx, admin)));
    } catch (error) {
      throw violates(error, 'admins_email_key') ? emailTaken() : error;
    }
    logSecurityEvent(request.log, 'admin registered', { admin: admin.id });
    return reply.code(201).send({ success: true, email: admin.email });
  };
