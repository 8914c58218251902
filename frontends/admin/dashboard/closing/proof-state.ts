/** What a report's history says of the pictures of the finished work. */
import { readStatus } from '@tma/contracts/reports/statuses';
import type { Answer } from '@tma/web/api/operation-types';

export type Entry = Answer<'GET /reports/{id}/history'>[number];

interface ProofState {
  /** Closing needs a new picture: the reporter said that it is not fixed, and has not confirmed a closure since. */
  required: boolean;
  /** What is not fixed, in the reporter's words; null where none is known. */
  reason: string | null;
  /** The picture that closing will use: it was sent, and no closure has it yet. */
  waiting: string | null;
}

export const isClosed = (status: string) => readStatus(status) === 'Closed';

/** @param history oldest first */
export function proofState(history: readonly Entry[]): ProofState {
  let required = false;
  let reason: string | null = null;
  let unused: string[] = [];
  let before = '';
  for (const { kind, status, image, text } of history) {
    if (kind === 'disputed') {
      required = true;
      reason = text;
      unused = [];
    }
    if (kind === 'confirmed') required = false;
    // One that comes while the report is closed joins its closure at once.
    if (kind === 'proved' && image && !isClosed(status)) unused.push(image);
    if (kind === 'changed' && isClosed(status) && !isClosed(before)) unused.pop();
    before = status;
  }
  return { required, reason: required ? reason : null, waiting: unused.at(-1) ?? null };
}
