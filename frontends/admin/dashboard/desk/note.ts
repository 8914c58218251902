/** A note while it is written, and adding it once, however often that is tried. */
import { call } from '@tma/web/api/call';
import type { Words } from '@tma/web/language/words';
import { createListeners } from '@tma/web/listeners';
import { onAdminChange } from '@tma/web/session/admin-session';
import { useSyncExternalStore } from 'react';
import { type Entry, readHistory } from '../segments.ts';

/** A note as it is being written. It outlives the dialog, not the page, and not the session. */
export interface Draft {
  text: string;
  isPublic: boolean;
  /** Why it was not added, when it could not be. */
  problem: Words | null;
  /** It was sent without an answer: the last entry of the history that was known before. */
  unsure: { text: string; after: number } | null;
  /** As it is, it is being sent. */
  isSending: boolean;
}

export const noDraft: Draft = { text: '', isPublic: false, problem: null, unsure: null, isSending: false };

/** By the report's id. */
const drafts = new Map<string, Draft>();
const { subscribe, notify } = createListeners();
onAdminChange(() => drafts.clear());

export const draftOf = (id: string): Draft => drafts.get(id) ?? noDraft;

/**
 * The draft as it is sent. That it is for the reporter may have been chosen before its writer became crew, or the reporter was erased:
 * nobody can undo it then.
 */
export function draftToSend(id: string, mayBePublic: boolean): Draft {
  const draft = draftOf(id);
  return { ...draft, isPublic: draft.isPublic && mayBePublic };
}

/** The same for a component: the details may be closed and opened again while a note is sent. */
export function useDraft(id: string): Draft {
  const read = () => draftOf(id);
  return useSyncExternalStore(subscribe, read, read);
}

export function keepDraft(id: string, draft: Draft): void {
  if (draft === noDraft) drafts.delete(id);
  else drafts.set(id, draft);
  notify();
}

/** The text as the server keeps it, halves of characters (`Cs`) replaced. */
export const noteText = (typed: string) =>
  typed
    .replaceAll(/\p{Cs}/gu, '\ufffd')
    .replaceAll(/\r\n?/g, '\n')
    .trim();

/** Sends a note, unless a try before, which had no answer, has arrived. Throws `ApiError`. */
export async function sendNote(
  token: string,
  id: string,
  { text: typed, isPublic, unsure }: Pick<Draft, 'text' | 'isPublic' | 'unsure'>,
): Promise<Entry> {
  const text = noteText(typed);
  if (unsure?.text === text) {
    const isIt = ({ kind, text: noted, public: told = false }: Entry) =>
      kind === 'noted' && noted === text && told === isPublic;
    const arrived = (await readHistory(token, id)).find((entry) => entry.seq > unsure.after && isIt(entry));
    if (arrived) return arrived;
  }
  const body = { text, public: isPublic };
  return { ...(await call('POST /reports/{id}/notes', { params: { id }, body, token })), ...body };
}

/** What is to be remembered of a note that is sent: it may arrive without an answer. @param lastSeq the last entry that is known before */
export function unsureOf({ text: typed, unsure }: Draft, lastSeq: number): NonNullable<Draft['unsure']> {
  const text = noteText(typed);
  return unsure?.text === text ? unsure : { text, after: lastSeq };
}
