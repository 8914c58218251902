/**
 * What is being written down at the counter, kept in this browser's storage (IndexedDB) through a reload: by administrator, until it
 * is sent or they log out.
 */
import { documentsOf } from '@tma/contracts/reports/issues';
import { makeKey } from '@tma/web/make-key';
import { clear, createStore, delMany, get, getMany, keys, set } from 'idb-keyval';

/** The texts of the form, by the names of the wire. `lat` and `long` are degrees of WGS 84, `accuracy` metres; `schedule` is a calendar day, `YYYY-MM-DD`. */
const emptyValues = {
  issue: '',
  location: '',
  lat: '',
  long: '',
  accuracy: '',
  description: '',
  schedule: '',
  name: '',
  contact: '',
  email: '',
  language: '',
};
export type Values = typeof emptyValues;

const fileFields = ['image', 'document'] as const;
export type FileName = (typeof fileFields)[number];

export interface Draft {
  /** Stays the same however it changes: with two drafts in two tabs, the texts of one are never read with a file of the other. */
  id: string;
  values: Values;
  files: Record<FileName, File | null>;
  /** The `Idempotency-Key` of the draft as it is: sent twice unchanged, it is one report. */
  key: string;
}

export const newDraft = (language: string): Draft => ({
  id: makeKey(),
  values: { ...emptyValues, language },
  files: { image: null, document: null },
  key: makeKey(),
});

/** Whether nothing is written. The language does not count, as it is chosen from the start. */
export const isEmpty = ({ values: { language: _language, ...values }, files }: Draft): boolean =>
  [...Object.values(values), ...Object.values(files)].every((value) => !value);

/** The files that are sent: a document only where papers are asked for. */
export const sentFiles = ({ values, files }: Draft): [FileName, File][] =>
  fileFields.flatMap((name): [FileName, File][] => {
    const file = files[name];
    return file && (name === 'image' || documentsOf(values.issue).length > 0) ? [[name, file]] : [];
  });

/** The form as it is sent: what is empty is left out. */
export function bodyOf(draft: Draft): FormData {
  const body = new FormData();
  for (const [name, value] of Object.entries(draft.values)) if (value.trim()) body.append(name, value);
  for (const [name, file] of sentFiles(draft)) body.append(name, file);
  return body;
}

const store = createStore('tma-counter', 'drafts');
const keysOf = (by: string) => ['values', ...fileFields].map((part) => `${by}/${part}`);
const warn = (error: unknown) => console.warn('What is written at the counter is not kept:', error);

type KeptValues = Values & Pick<Draft, 'id' | 'key'>;

/** A file, and the id of its draft. */
interface KeptFile {
  of: string;
  file: File | null;
}

/** Keeps the texts with their key. @param by the administrator's id */
export const keepValues = (by: string, { id, values, key }: Draft): void => {
  set(`${by}/values`, { ...values, id, key } satisfies KeptValues, store).catch(warn);
};

export const keepFile = (by: string, name: FileName, { id, files }: Draft): void => {
  set(`${by}/${name}`, { of: id, file: files[name] } satisfies KeptFile, store).catch(warn);
};

/** What the administrator has written so far, or `fresh`. */
export async function readDraft(by: string, fresh: Draft): Promise<Draft> {
  try {
    const [stored, image, document] = (await getMany(keysOf(by), store)) as [
      KeptValues | undefined,
      ...(KeptFile | undefined)[],
    ];
    if (!stored) return fresh;
    const { id, key, ...values } = stored;
    const own = (kept: KeptFile | undefined) => (kept?.of === id ? kept.file : null);
    const files = { image: own(image), document: own(document) };
    return { id, values: { ...fresh.values, ...values }, files, key };
  } catch (error) {
    warn(error);
    return fresh;
  }
}

/** Removes a draft that was sent, or is begun anew. Where another tab has changed it meanwhile, it has another key and stays. */
export async function removeDraft(by: string, key: string): Promise<void> {
  try {
    const stored = await get<{ key: string }>(`${by}/values`, store);
    if (stored?.key === key) await delMany(keysOf(by), store);
  } catch (error) {
    warn(error);
  }
}

/** Removes the drafts of others, whose sessions ended in another way than by logging out. */
export async function removeDraftsOfOthers(by: string): Promise<void> {
  try {
    const others = (await keys<string>(store)).filter((key) => !key.startsWith(`${by}/`));
    if (others.length > 0) await delMany(others, store);
  } catch (error) {
    warn(error);
  }
}

/** Removes all drafts on logging out: the next person on this computer finds nothing. */
export const removeAllDrafts = (): Promise<void> => clear(store).catch(warn);
