/** What is being written on /newrequest, kept while the page stays open: also through a sign-in that has become due. */
export interface Draft {
  issue: string;
  location: string;
  description: string;
  schedule: string;
  image: File | null;
  document: File | null;
}

const empty: Draft = { issue: '', location: '', description: '', schedule: '', image: null, document: null };

let kept: { userId: string; draft: Draft; key: string } | undefined;

const makeKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** The person's draft. */
export const draftOf = (userId: string): Draft => (kept?.userId === userId ? kept.draft : empty);

/** Keeps the draft. What was changed is another request, so it gets another key. */
export function keepDraft(userId: string, draft: Draft): void {
  kept = { userId, draft, key: makeKey() };
}

/** The `Idempotency-Key` of the draft as it is: sent twice unchanged, it is one report. */
export function keyOf(userId: string): string {
  if (kept?.userId !== userId) keepDraft(userId, empty);
  return kept?.key ?? makeKey();
}

export function forgetDraft(): void {
  kept = undefined;
}
