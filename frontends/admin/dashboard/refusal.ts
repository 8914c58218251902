/** What a refusal means, whatever was sent. */
import { isTransient, statusOf } from '@tma/web/api/api-error';
import { wasStopped } from '@tma/web/api/upload';
import { codeOf } from '@tma/web/errors/error-texts';
import { t } from '../texts.ts';

/** A sentence for what the session, a limit or another report forbids; null for anything else. */
export function refusalText(error: unknown): string | null {
  if (codeOf(error) === 'is_a_duplicate') return t('duplicate.edited');
  const status = statusOf(error);
  if (status === 401) return t('proof.signedOut');
  return status === 429 ? t('proof.tooMany') : null;
}

/** Whether what was sent may have arrived all the same: no answer came, or one that does not say. */
export const mayHaveArrived = (error: unknown) => wasStopped(error) || isTransient(error);
