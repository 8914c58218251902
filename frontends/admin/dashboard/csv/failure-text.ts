import { ApiError } from '@tma/web/api/api-error';
import { t } from '../../texts.ts';

/** Why the server gave no CSV, in words; those of the caller where it is nothing that it says. */
export function csvFailureText(error: unknown, otherwise: string): string {
  const status = error instanceof ApiError ? error.status : 0;
  if (status === 401) return t('csv.signedOut');
  return status === 429 ? t('csv.tooMany') : otherwise;
}
