import { ApiError } from '@tma/web/api/api-error';
import { wasStopped } from '@tma/web/api/upload';
import { newRequestError } from '@tma/web/errors/error-texts';
import { listed } from '@tma/web/language/lists';
import { term } from '@tma/web/language/terms';
import type { Words } from '@tma/web/language/words';
import type { Attempt } from '@tma/web/waiting-reports/states';
import { t } from '../texts.ts';
import { refusalText } from '../waiting-reports/words.ts';
import type { RequiredName } from './report-draft.ts';

/** Why a report was not sent, for the foot of the form. */
export interface Outcome {
  tone: 'error' | 'quiet';
  text: Words;
  /** More about it. */
  hints?: readonly Words[];
  /** Where it can be corrected. */
  goTo?: 'signIn' | 'profile';
}

/** What is missing, by name: in English by that of the wire. Name and tehsil are fields of the profile, not of this form. */
export function missingOutcome(missing: readonly RequiredName[]): Outcome {
  const text = () => t('newRequest.missing', { names: listed(missing.map((name) => term('field', name))) });
  return {
    tone: 'error',
    text,
    goTo: missing.some((name) => name === 'name' || name === 'tehsil') ? 'profile' : undefined,
  };
}

/** Whether a report that was not accepted waits to be sent: no answer, or one that asks for time. A 429 has to say for how long. */
export function waits(done: Attempt): boolean {
  if (done.result !== 'busy') return done.result === 'unanswered';
  const { error } = done;
  return !(error instanceof ApiError && error.status === 429 && error.retryAfter === undefined);
}

/** The report that waited could not be taken back: what the form contains is now a different report. */
export const notReturned = (why: 'gone' | 'failed'): Outcome => ({
  tone: 'error',
  text: () => t(why === 'gone' ? 'waiting.gone' : 'waiting.notReturned'),
});

/** @param waiting `stored` if the report waits to be sent, `noRoom` if the device has no room for it */
export function outcomeOf(error: unknown, waiting?: 'stored' | 'noRoom'): Outcome {
  if (wasStopped(error)) return { tone: 'quiet', text: () => t('newRequest.stopped') };
  const text = () => (error instanceof ApiError ? refusalText(error) : newRequestError(error));
  const status = error instanceof ApiError ? error.status : undefined;
  if (waiting === 'noRoom') return { tone: 'error', text, hints: [() => t('waiting.noRoom')] };
  if (waiting === 'stored') {
    const saved = () => t('waiting.saved');
    return { tone: 'error', text, hints: status === 0 ? [() => t('newRequest.unreachable'), saved] : [saved] };
  }
  return { tone: 'error', text, goTo: status === 401 ? 'signIn' : undefined };
}
