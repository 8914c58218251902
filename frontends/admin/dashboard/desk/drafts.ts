import type { Words } from '@tma/web/language/words';
import { onAdminChange } from '@tma/web/session/admin-session';

/** A note as it is being written. It outlives the dialog, not the page, and not the session. */
export interface Draft {
  text: string;
  isPublic: boolean;
  /** Why it was not added, when it could not be. */
  problem: Words | null;
  /** It was sent without an answer: the last entry of the history that was known before. */
  unsure: { text: string; after: number } | null;
}

export const noDraft: Draft = { text: '', isPublic: false, problem: null, unsure: null };

/** By the report's id. */
const drafts = new Map<string, Draft>();
onAdminChange(() => drafts.clear());

export const draftOf = (id: string): Draft => drafts.get(id) ?? noDraft;

export function keepDraft(id: string, draft: Draft): void {
  if (draft === noDraft) drafts.delete(id);
  else drafts.set(id, draft);
}
