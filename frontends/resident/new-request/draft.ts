import { deleteParts, readParts, textsPart, writePart } from '@tma/web/queue/drafts';
import { change } from '@tma/web/queue/records';
import { makeKey } from '@tma/web/queue/report';
import { fileFields } from './files.ts';
import { type Draft, draftFields, emptyDraft, textNames } from './report-fields.ts';

/** A draft as it is kept in this browser until it is sent, or its writer logs out. */
export interface KeptDraft {
  draft: Draft;
  /** The `Idempotency-Key` of the draft as it is: sent twice unchanged, it is one report. */
  key: string;
}

export const newKeyFor = (draft: Draft): KeptDraft => ({ draft, key: makeKey() });
export const newDraft = (): KeptDraft => newKeyFor(emptyDraft);

export const isEmpty = (draft: Draft) => draftFields.every((field) => !draft[field]);

/** The draft after a change. A changed draft is another request, so it gets another key. */
export const changed = (kept: KeptDraft, draft: Draft): KeptDraft =>
  draftFields.every((field) => kept.draft[field] === draft[field]) ? kept : newKeyFor(draft);

const warn = (error: unknown) => console.warn('The draft is not kept:', error);

/**
 * Stores a draft that has changed since `before`: its texts and key together, a file only when it is another. Without `before`,
 * what is stored may be anything.
 */
export function storeDraft(userId: string, before: Draft | undefined, { draft, key }: KeptDraft): void {
  const texts = Object.fromEntries(textNames.map((name) => [name, draft[name]]));
  writePart([userId, textsPart], { ...texts, key }).catch(warn);
  for (const field of fileFields)
    if (draft[field] !== before?.[field]) writePart([userId, field], draft[field]).catch(warn);
}

const textOf = (stored: unknown, name: string) => {
  const text: unknown = (stored as Record<string, unknown> | undefined)?.[name];
  return typeof text === 'string' ? text : '';
};
const fileOf = (stored: unknown) => (stored instanceof File ? stored : null);

/** The person's draft; a new one when none is stored. */
export async function readDraft(userId: string): Promise<KeptDraft> {
  try {
    const [texts, ...files] = await readParts([
      [userId, textsPart],
      ...fileFields.map((name): [string, string] => [userId, name]),
    ]);
    const typed = Object.fromEntries(textNames.map((name) => [name, textOf(texts, name)]));
    const chosen = Object.fromEntries(fileFields.map((name, index) => [name, fileOf(files[index])]));
    return { draft: { ...emptyDraft, ...typed, ...chosen }, key: textOf(texts, 'key') || makeKey() };
  } catch (error) {
    warn(error);
    return newDraft();
  }
}

/** Deletes a draft that was given up; not what another tab has made of it meanwhile, which has another key. */
export async function deleteDraft(userId: string, key: string): Promise<void> {
  try {
    const [texts] = await readParts([[userId, textsPart]]);
    if (textOf(texts, 'key') !== key) return;
    await change((records) => {
      deleteParts(records, userId);
    });
  } catch (error) {
    warn(error);
  }
}
