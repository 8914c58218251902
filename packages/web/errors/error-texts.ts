/**
 * Server errors in the portal's words, all in one place, by status and by the server's code. Each function takes what was
 * thrown and returns the text to show; where the specification says so, the text ends with what the server said.
 */
import { ApiError, statusOf } from '@tma/web/api/api-error';
import { t } from '@tma/web/language/own-texts';
import { ownTerm } from '@tma/web/language/terms';
import { notLoaded } from '@tma/web/session/auth-errors';

/** The server's code of an `ApiError` or of an error of auth-js; empty where there is none. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** The server's own message, empty when it gave none. auth-js throws errors of its own with a message. */
const messageOf = (error: unknown) => (error instanceof Error ? error.message : '');

/** The status of an `ApiError` or of an error of auth-js, which is 0 where no answer came. */
const answeredWith = (error: unknown): string =>
  error instanceof Error && 'status' in error && typeof error.status === 'number' ? String(error.status) : '';

/**
 * What the server said when it refused: in English its own message, empty when it gave none. The wire speaks no other
 * language: there the page has words for its code with the field that it is about, for its code, for its status, or at last for
 * anything.
 */
export function serverText(error: unknown): string {
  if (codeOf(error) === notLoaded) return t('errors.notLoaded');
  const anything = ownTerm('refusal', 'other');
  if (anything === undefined) return messageOf(error);
  const code = codeOf(error);
  const about = error instanceof ApiError ? error.errors.map(({ path }) => `${code} ${path}`) : [];
  const words = [...about, code, answeredWith(error)].map((name) => ownTerm('refusal', name));
  return words.find((text) => text !== undefined) ?? anything;
}

/** Why something failed: what the server said, or that it could not be reached. */
export const reasonOf = (error: unknown): string => serverText(error) || t('errors.unreachable');

/** Whether a sign-in failed only because the address is not confirmed yet. */
export const isNotConfirmed = (error: unknown) => codeOf(error) === 'email_not_confirmed';

export const notConfirmedText = () => t('errors.notConfirmed');

export function signInError(error: unknown): string {
  switch (codeOf(error)) {
    case 'invalid_credentials':
      return t('errors.wrongCredentials');
    case 'email_not_confirmed':
      return notConfirmedText();
    default:
      return t('errors.signInFailed', { message: reasonOf(error) });
  }
}

export function signUpError(error: unknown): string {
  if (codeOf(error) === 'user_already_exists') return t('errors.emailTaken');
  return t('errors.signUpFailed', { message: reasonOf(error) });
}

/** Null when no answer came: that is logged and not shown. */
export function inviteError(error: unknown): string | null {
  return statusOf(error) === 0 ? null : t('errors.inviteFailed');
}

export function adminSignUpError(error: unknown): string {
  const message = messageOf(error) && serverText(error);
  switch (statusOf(error)) {
    case 401:
      return t('errors.wrongKey');
    case 400:
      return message || t('errors.adminEmailTaken');
    case 500:
      return message ? t('errors.adminSignUpServer', { message }) : t('errors.adminSignUpServerBare');
    default:
      return message || t('errors.adminSignUpFailed');
  }
}

export function adminSignInError(error: unknown): string {
  if (codeOf(error) === 'second_factor_wrong') return serverText(error);
  return statusOf(error) === 400 ? t('errors.adminWrongCredentials') : t('errors.adminSignInError');
}

export function newRequestError(error: unknown): string {
  if (statusOf(error) === 401) return t('errors.authenticationRequired');
  return messageOf(error) ? t('errors.requestFailed', { message: serverText(error) }) : t('errors.requestFailedBare');
}

export function addTehsilError(error: unknown): string {
  return statusOf(error) === 400 ? t('errors.tehsilExists') : t('errors.tehsilFailed');
}
