/** Why a picture of the finished work was not taken, in words. */
import { statusOf } from '@tma/web/api/api-error';
import { wasStopped } from '@tma/web/api/upload';
import { codeOf, serverText } from '@tma/web/errors/error-texts';
import type { Words } from '@tma/web/language/words';
import { pictureProblemText } from '@tma/web/pictures/picture-problem';
import { t } from '../../texts.ts';
import { refusalText } from '../refusal.ts';

/**
 * A text beside the picture; a text for the whole form, also when sending was stopped on purpose; or `changed`: the report has
 * changed meanwhile.
 */
type Failure = { field: Words } | { text: Words; isStopped?: boolean } | 'changed';

export function proofFailure(error: unknown, maxMb: number): Failure {
  if (wasStopped(error)) return { text: () => t('proof.stopped'), isStopped: true };
  if (codeOf(error) === 'proof_reused') return { field: () => t('proof.reused') };
  // A virus scanner has found something in it.
  if (codeOf(error) === 'file_refused') return { field: () => serverText(error) };
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
