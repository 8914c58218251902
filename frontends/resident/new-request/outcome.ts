import { ApiError } from '@tma/web/api-error';
import { newRequestError } from '@tma/web/errors';
import { t } from '../texts.ts';
import type { Required } from './missing.ts';
import { wasStopped } from './use-sending.ts';

/** Why a report was not sent, in words for the foot of the form. */
export interface Outcome {
  tone: 'error' | 'quiet';
  text: string;
  /** What else there is to know. */
  hint?: string;
  /** Where it can be put right. */
  way?: 'signIn' | 'profile';
}

/** What is missing, by name. Name and tehsil are no fields of this form. */
export function missingOutcome(missing: readonly Required[]): Outcome {
  const text = t('newRequest.missing', { names: missing.join(', ') });
  return {
    tone: 'error',
    text,
    way: missing.some((name) => name === 'name' || name === 'tehsil') ? 'profile' : undefined,
  };
}

export function outcomeOf(error: unknown): Outcome {
  if (wasStopped(error)) return { tone: 'quiet', text: t('newRequest.stopped') };
  const text = newRequestError(error);
  const status = error instanceof ApiError ? error.status : undefined;
  if (status === 0) return { tone: 'error', text, hint: t('newRequest.unreachable') };
  return { tone: 'error', text, way: status === 401 ? 'signIn' : undefined };
}
