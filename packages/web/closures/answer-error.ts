import { ApiError } from '@tma/web/api/api-error';
import { serverText } from '@tma/web/errors/error-texts';
import { refusedFieldText } from '@tma/web/errors/field-errors';
import { t } from '@tma/web/language/own-texts';

/** Why an answer to a closure could not be sent, in words. What was answered before and what is over is no error: see `outcomes.ts`. */
export function answerError(error: unknown): string {
  if (!(error instanceof ApiError)) return t('errors.answerFailed');
  switch (error.status) {
    case 400: {
      const reason = error.errors.find(({ path }) => path === 'reason');
      return reason ? refusedFieldText('reason', '', reason.message) : serverText(error) || t('errors.answerFailed');
    }
    case 401:
      return t('errors.authenticationRequired');
    case 429:
      return t('errors.tooMany');
    default:
      return t('errors.answerFailed');
  }
}
