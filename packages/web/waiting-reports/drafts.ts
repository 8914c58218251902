/** The parts of a draft; each person has one draft. Its values and its key are in one record, each file in its own. */
import { makeKey } from '@tma/web/make-key';
import { answerOf, below, change, type RecordKey } from '@tma/web/waiting-reports/records';

/** The part with the values, and the key beside them. */
export const valuesPart = 'values';

export const writePart = (key: [userId: string, part: string], value: unknown): Promise<void> =>
  change((records) => {
    records.put(value, key);
  });

/** Deletes all parts of one person, within a transaction. */
export const deleteParts = (records: IDBObjectStore, userId: string) => records.delete(below(userId));

type StoredValues = Record<string, unknown> & { key?: string };

const storedIn = async (records: IDBObjectStore, userId: string): Promise<StoredValues> =>
  (await answerOf<StoredValues | undefined>(records.get([userId, valuesPart]))) ?? {};

/** Whether a person's draft still has that key, within a transaction: what another tab has made of it meanwhile has another. */
export const draftHasKey = async (records: IDBObjectStore, userId: string, key: string): Promise<boolean> =>
  (await storedIn(records, userId)).key === key;

interface Draft {
  key: string;
  values: Record<string, unknown>;
  files: Record<string, File>;
}

/** A person's draft, within a transaction: its values and those files that it has; with a new key where none is stored. */
export async function draftIn(records: IDBObjectStore, userId: string): Promise<Draft> {
  const { key = makeKey(), ...values } = await storedIn(records, userId);
  const files: Record<string, File> = {};
  for (const partKey of (await answerOf(records.getAllKeys(below(userId)))) as RecordKey[]) {
    const value = await answerOf<unknown>(records.get(partKey));
    if (value instanceof File) files[partKey[1] ?? ''] = value;
  }
  return { key, values, files };
}
