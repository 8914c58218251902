/** Why a picture of the finished work was not taken, in words. */
import { isTransient, statusOf } from '@tma/web/api/api-error';
import { wasStopped } from '@tma/web/api/upload';
import { codeOf } from '@tma/web/errors/error-texts';
import type { Words } from '@tma/web/language/words';
import { pictureProblemText } from '@tma/web/pictures/picture-problem';
import { t } from '../../texts.ts';

/** What is said beside the picture, or of the whole (also that it was stopped on purpose); or: the report is another by now. */
type Failure = { field: Words } | { text: Words; isStopped?: boolean } | 'changed';

/** A sentence for what the session or a limit forbids, whatever was sent; null for anything else. */
export function refusalText(error: unknown): string | null {
  const status = statusOf(error);
  if (status === 401) return t('proof.signedOut');
  return status === 429 ? t('proof.tooMany') : null;
}

export function proofFailure(error: unknown, maxMb: number): Failure {
  if (wasStopped(error)) return { text: () => t('proof.stopped'), isStopped: true };
  if (codeOf(error) === 'proof_reused') return { field: () => t('proof.reused') };
  switch (statusOf(error)) {
    case 400:
    case 415:
      return { field: () => pictureProblemText('invalid', maxMb) };
    case 413:
      return { field: () => pictureProblemText('tooLarge', maxMb) };
    case 409:
      return 'changed';
    default:
      return { text: () => refusalText(error) ?? t('proof.failed') };
  }
}

/** Whether what was sent may have arrived all the same: no answer came, or one that does not say. */
export const mayHaveArrived = (error: unknown) => wasStopped(error) || isTransient(error);
