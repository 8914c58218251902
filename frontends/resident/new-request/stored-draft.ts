import { makeKey } from '@tma/web/make-key';
import { deleteParts, draftHasKey, draftIn, valuesPart, writePart } from '@tma/web/waiting-reports/drafts';
import { change, read } from '@tma/web/waiting-reports/records';
import { type Draft, draftFields, emptyDraft, type FileFieldName, fileFields, valuesOf } from './report-draft.ts';

/** A draft as it is stored in this browser until it is submitted, or its writer logs out. */
export interface StoredDraft {
  draft: Draft;
  /** The `Idempotency-Key` of the draft as it is: sent twice unchanged, it is one report. */
  key: string;
}

export const newKeyFor = (draft: Draft): StoredDraft => ({ draft, key: makeKey() });
export const newDraft = (): StoredDraft => newKeyFor(emptyDraft);

export const isEmpty = (draft: Draft) => draftFields.every((field) => !draft[field]);

/** The draft after a change. A changed draft is another request, so it gets another key. */
export const changed = (stored: StoredDraft, draft: Draft): StoredDraft =>
  draftFields.every((field) => stored.draft[field] === draft[field]) ? stored : newKeyFor(draft);

const warn = (error: unknown) => console.warn('The draft is not kept:', error);

/**
 * Stores a draft that has changed since `before`: its values and key together, a file only when it changed, or when another tab has
 * sent or replaced what was stored. Without `before` everything is stored.
 */
export function storeDraft(userId: string, before: StoredDraft | undefined, { draft, key }: StoredDraft): void {
  const isSame = (field: FileFieldName) => draft[field] === before?.draft[field];
  // Apart from the values: where there is no room for files, there is for words.
  change(async (records) => {
    if (!before || (await draftHasKey(records, userId, before.key))) return;
    for (const field of fileFields.filter(isSame)) {
      if (draft[field]) records.put(draft[field], [userId, field]);
      else records.delete([userId, field]);
    }
  }).catch(warn);
  writePart([userId, valuesPart], { ...valuesOf(draft), key }).catch(warn);
  for (const field of fileFields) if (!isSame(field)) writePart([userId, field], draft[field]).catch(warn);
}

/** The person's draft; a new one when none is stored. */
export async function readDraft(userId: string): Promise<StoredDraft> {
  try {
    const { key, values, files } = await read((records) => draftIn(records, userId));
    return { draft: { ...emptyDraft, ...values, ...files }, key };
  } catch (error) {
    warn(error);
    return newDraft();
  }
}

/** Deletes a draft that was given up, unless another tab has changed it: then it has another key. */
export const deleteDraft = (userId: string, key: string): Promise<void> =>
  change(async (records) => {
    if (await draftHasKey(records, userId, key)) deleteParts(records, userId);
  }).catch(warn);
