/** The parts of a draft; each person has one draft. Its values and its key are in one record, each file in its own. */
import { answerOf, below, change, type RecordKey, read } from '@tma/web/waiting-reports/records';

/** The part with the values, and the key beside them. */
export const valuesPart = 'values';

type PartKey = [userId: string, part: string];

/** The values of these keys, undefined where there is none. */
export const readParts = (keys: PartKey[]): Promise<unknown[]> =>
  read((records) => Promise.all(keys.map((key) => answerOf<unknown>(records.get(key)))));

export const writePart = (key: PartKey, value: unknown): Promise<void> =>
  change((records) => {
    records.put(value, key);
  });

/** Deletes all parts of one person, within a transaction. */
export const deleteParts = (records: IDBObjectStore, userId: string) => records.delete(below(userId));

interface Draft {
  key: string;
  values: Record<string, unknown>;
  files: Record<string, File>;
}

/** A person's draft, within a transaction: its values and those files that it has. */
export async function draftIn(records: IDBObjectStore, userId: string): Promise<Draft> {
  const stored = await answerOf<Record<string, unknown> | undefined>(records.get([userId, valuesPart]));
  const { key = '', ...values } = (stored ?? {}) as Record<string, unknown> & { key?: string };
  const files: Record<string, File> = {};
  for (const partKey of (await answerOf(records.getAllKeys(below(userId)))) as RecordKey[]) {
    const value = await answerOf<unknown>(records.get(partKey));
    if (value instanceof File) files[partKey[1] ?? ''] = value;
  }
  return { key, values, files };
}
