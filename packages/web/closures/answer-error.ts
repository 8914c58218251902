import { ApiError } from '@tma/web/api/api-error';
import { t } from '@tma/web/language/own-texts';

/** Why an answer to a closure could not be sent, in words. What was answered before and what is over is no error: see `outcomes.ts`. */
export function answerError(error: unknown): string {
  if (!(error instanceof ApiError)) return t('errors.answerFailed');
  switch (error.status) {
    case 400:
      return error.errors.find(({ path }) => path === 'reason')?.message ?? (error.message || t('errors.answerFailed'));
    case 401:
      return t('errors.authenticationRequired');
    case 429:
      return t('errors.tooMany');
    default:
      return t('errors.answerFailed');
  }
}
