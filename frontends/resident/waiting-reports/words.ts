import { newRequestError } from '@tma/web/errors/error-texts';
import { goneText } from '@tma/web/pictures/picture-problem';
import { errorOf, filesGone, type Refusal, type WaitingReport } from '@tma/web/waiting-reports/report';
import { t } from '../texts.ts';

/** Why a report was refused, in the words of the form. */
export const refusalText = (refusal: Refusal): string =>
  refusal.code === filesGone ? goneText() : newRequestError(errorOf(refusal));

/** How it stands with a waiting report. */
export function stateText({ state, refusal }: WaitingReport, isSending = false): string {
  if (isSending) return t('waiting.sending');
  switch (state) {
    case 'signedOut':
      return t('waiting.signIn');
    case 'later':
      return t('waiting.later');
    case 'refused':
      return refusal ? refusalText(refusal) : t('waiting.unfinished');
    case 'unfinished':
      return t('waiting.unfinished');
    case 'waiting':
      return t('waiting.online');
  }
}
