/** Adding a note once, however often it is tried. */
import { call } from '@tma/web/api/call';
import { mayHaveArrived } from '../closing/proof-failure.ts';
import { type Entry, readHistory } from '../segments.ts';
import type { Draft } from './drafts.ts';

/** The text as the server keeps it, halves of characters (`Cs`) replaced. */
export const noteText = (typed: string) =>
  typed
    .replaceAll(/\p{Cs}/gu, '\ufffd')
    .replaceAll(/\r\n?/g, '\n')
    .trim();

/** Sends a note, unless a try before, which had no answer, has arrived. Throws `ApiError`. */
export async function sendNote(token: string, id: string, { text: typed, isPublic, unsure }: Draft): Promise<Entry> {
  const text = noteText(typed);
  if (unsure?.text === text) {
    const entries = await readHistory(token, id);
    const arrived = entries.find((entry) => entry.kind === 'noted' && entry.seq > unsure.after && entry.text === text);
    if (arrived) return arrived;
  }
  const body = { text, public: isPublic };
  return { ...(await call('POST /reports/{id}/notes', { params: { id }, body, token })), ...body };
}

/** What is to be remembered of a note that failed: whether it may have arrived. */
export function unsureAfter(error: unknown, draft: Draft, lastSeq: number): Draft['unsure'] {
  const text = noteText(draft.text);
  if (draft.unsure?.text === text) return draft.unsure;
  return mayHaveArrived(error) ? { text, after: lastSeq } : null;
}
