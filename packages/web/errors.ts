/** Server errors in the portal's words, all in one place. Each function takes what was thrown and answers the text to show. */
import { ApiError } from '@tma/web/api-error';
import { t } from '@tma/web/own-texts';

const statusOf = (error: unknown) => (error instanceof ApiError ? error.status : 0);

/** What the server said, or nothing when it said nothing. auth-js throws errors of its own with a message. */
const saidBy = (error: unknown) => (error instanceof Error ? error.message : '');
const saidOr = (error: unknown, otherwise: string) => saidBy(error) || otherwise;

/** Whether a sign-in failed only because the address is not confirmed yet. */
export const isNotConfirmed = (error: unknown) => saidBy(error).includes('Email not confirmed');

const goneCodes: readonly unknown[] = ['no_session', 'no_authorization', 'bad_jwt', 'session_not_found'];

/** Whether the server, or auth-js before asking it, says that nobody is signed in any more. */
export const isSessionGone = (error: Error) =>
  error.name === 'AuthSessionMissingError' || ('code' in error && goneCodes.includes(error.code));

export function signInError(error: unknown): string {
  if (saidBy(error).includes('Invalid login credentials')) return t('errors.wrongCredentials');
  if (isNotConfirmed(error)) return t('errors.notConfirmed');
  return t('errors.signInFailed', { message: saidOr(error, t('errors.unreachable')) });
}

export function signUpError(error: unknown): string {
  if (saidBy(error).includes('already registered')) return t('errors.emailTaken');
  return t('errors.signUpFailed', { message: saidOr(error, t('errors.unreachable')) });
}

/** Null when no answer came: that is logged and not shown. */
export function inviteError(error: unknown): string | null {
  return statusOf(error) === 0 ? null : t('errors.inviteFailed');
}

export function adminSignUpError(error: unknown): string {
  switch (statusOf(error)) {
    case 401:
      return t('errors.wrongKey');
    case 400:
      return saidOr(error, t('errors.adminEmailTaken'));
    case 500: {
      const message = saidBy(error);
      return message ? t('errors.adminSignUpServer', { message }) : t('errors.adminSignUpServerBare');
    }
    default:
      return saidOr(error, t('errors.adminSignUpFailed'));
  }
}

export function adminSignInError(error: unknown): string {
  return statusOf(error) === 400 ? t('errors.adminWrongCredentials') : t('errors.adminSignInError');
}

export function newRequestError(error: unknown): string {
  if (statusOf(error) === 401) return t('errors.authenticationRequired');
  const message = saidBy(error);
  return message ? t('errors.requestFailed', { message }) : t('errors.requestFailedBare');
}

/** The file field a refused report is about, as far as the server's answer tells. */
export function refusedFile(error: unknown): 'image' | 'document' | null {
  if (!(error instanceof ApiError)) return null;
  const said = error.errors.map((entry) => entry.path).find((path) => path === 'image' || path === 'document');
  if (said === 'image' || said === 'document') return said;
  if (error.status !== 400 && error.status !== 415) return null;
  if (/\bPDF file\b/.test(error.message)) return 'document';
  return /\bimage file\b/.test(error.message) ? 'image' : null;
}

export function addTehsilError(error: unknown): string {
  return statusOf(error) === 400 ? t('errors.tehsilExists') : t('errors.tehsilFailed');
}
