import { empty, lookUp, putIn, takeOut } from './drawer.ts';
import { fileFields } from './files.ts';

/** What is being written on /newrequest. It is kept in this browser until it is sent, or its writer logs out. */
export interface Draft {
  issue: string;
  location: string;
  description: string;
  schedule: string;
  image: File | null;
  document: File | null;
}

export interface KeptDraft {
  draft: Draft;
  /** The `Idempotency-Key` of the draft as it is: sent twice unchanged, it is one report. */
  key: string;
}

const textFields = ['issue', 'location', 'description', 'schedule'] as const;
const blank: Draft = { issue: '', location: '', description: '', schedule: '', image: null, document: null };

const makeKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

export const newDraft = (): KeptDraft => ({ draft: blank, key: makeKey() });

const fields = [...textFields, ...fileFields] as const;

export const isBlank = (draft: Draft) => fields.every((field) => !draft[field]);

/** The draft after a change. What was changed is another request, so it gets another key. */
export const changed = (kept: KeptDraft, draft: Draft): KeptDraft =>
  fields.every((field) => kept.draft[field] === draft[field]) ? kept : { draft, key: makeKey() };

const cannot = (error: unknown) => console.warn('The draft is not kept:', error);

/** Keeps a draft that has changed since `before`: its texts and key together, each file only when it is another. */
export function keepDraft(userId: string, before: Draft, { draft, key }: KeptDraft): void {
  const texts = Object.fromEntries(textFields.map((field) => [field, draft[field]]));
  putIn([userId, 'texts'], { ...texts, key }).catch(cannot);
  for (const field of fileFields)
    if (draft[field] !== before[field]) putIn([userId, field], draft[field]).catch(cannot);
}

const textOf = (kept: unknown, field: string) => {
  const text: unknown = (kept as Record<string, unknown> | undefined)?.[field];
  return typeof text === 'string' ? text : '';
};
const fileOf = (kept: unknown) => (kept instanceof File ? kept : null);

/** The person's draft; a new one when none is kept. */
export async function readDraft(userId: string): Promise<KeptDraft> {
  try {
    const names = ['texts', 'image', 'document'] as const;
    const [texts, image, document] = await Promise.all(names.map((name) => lookUp([userId, name])));
    const typed = Object.fromEntries(textFields.map((field) => [field, textOf(texts, field)]));
    const draft: Draft = { ...blank, ...typed, image: fileOf(image), document: fileOf(document) };
    return { draft, key: textOf(texts, 'key') || makeKey() };
  } catch (error) {
    cannot(error);
    return newDraft();
  }
}

/** Forgets a draft that was sent or given up; not what another tab has made of it meanwhile. */
export async function forgetDraft(userId: string, key: string): Promise<void> {
  try {
    if (textOf(await lookUp([userId, 'texts']), 'key') === key) await takeOut(userId);
  } catch (error) {
    cannot(error);
  }
}

/** Forgets every draft of this browser: whoever logs out leaves nothing to the next. */
export const forgetDrafts = (): Promise<void> => empty().catch(cannot);
