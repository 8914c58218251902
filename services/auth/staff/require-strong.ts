import { HttpError } from '@tma/kit';
import { weaknessOf } from '../credentials/password-rules.ts';

/** Throws 400 `weak_password`. @param path of the password in the body */
export function requireStrong(password: string, email: string, path: string): void {
  const weakness = weaknessOf(password, email);
  if (!weakness) return;
  const errors = [{ path, message: weakness.message }];
  throw new HttpError(400, 'weak_password', weakness.message, { errors });
}
