import { HttpError, tokenError } from '@tma/kit';

// The codes and messages of GoTrue (`internal/api` in supabase/auth), word for word where clients compare them.
export const invalidCredentials = () => new HttpError(400, 'invalid_credentials', 'Invalid login credentials');
export const currentPasswordInvalid = () =>
  new HttpError(400, 'current_password_invalid', 'The current password is not right');
export const reauthenticationNeeded = () =>
  new HttpError(400, 'reauthentication_needed', 'Password update requires reauthentication');
export const userBanned = () => new HttpError(400, 'user_banned', 'User is banned');
export const emailNotConfirmed = () => new HttpError(400, 'email_not_confirmed', 'Email not confirmed');
export const validationFailed = (message: string) => new HttpError(400, 'validation_failed', message);
export const weakPassword = ({ message, reasons }: { message: string; reasons: string[] }) =>
  new HttpError(422, 'weak_password', message, { reasons });
export const userExists = () => new HttpError(422, 'user_already_exists', 'User already registered');
export const emailExists = () =>
  new HttpError(422, 'email_exists', 'A user with this email address has already been registered');
export const otpExpired = () => new HttpError(403, 'otp_expired', 'Email link is invalid or has expired');
export const sessionNotFound = () => tokenError('gotrue', 'ended');
export const refreshTokenNotFound = () =>
  new HttpError(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found');
export const refreshTokenReused = () =>
  new HttpError(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used');
