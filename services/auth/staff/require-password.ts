import { fieldError, HttpError } from '@tma/kit';
import type { FastifyRequest } from 'fastify';
import type { Auth } from '../credentials/context.ts';
import { weaknessOf } from '../credentials/passwords/password-rules.ts';
import { verifyPassword } from '../credentials/passwords/verify-password.ts';
import { type AdminWithPassword, findAdmin } from './admins.store.ts';

export const passwordNotRight = () => new HttpError(400, 'invalid_credentials', 'Invalid credentials');

/** The administrator who is signed in, after their current password: 400 `invalid_credentials`, counted like a wrong sign-in. */
export async function requirePassword(
  auth: Auth,
  request: FastifyRequest,
  email: string,
  password: string,
): Promise<AdminWithPassword> {
  const admin = await findAdmin(auth.pool, email);
  const isRight = await verifyPassword(auth, request, { audience: 'admin', email, account: admin, password });
  if (!isRight || !admin) throw passwordNotRight();
  return admin;
}

/** Throws 400 `weak_password`. @param path of the password in the body */
export function requireStrong(password: string, email: string, path: string): void {
  const weakness = weaknessOf(password, email);
  if (weakness) throw fieldError(400, 'weak_password', path, weakness.message);
}
