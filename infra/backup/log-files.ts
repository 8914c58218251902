import { mkdir, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FileCipher } from './files.ts';
import { copyStored, nullIfMissing } from './originals.ts';

/** Where a storage folder has the files of the signed log. */
export const logFolder = 'log';

/** How many files are anywhere in a folder, and their bytes. */
export async function filesIn(folder: string): Promise<{ count: number; bytes: number }> {
  const sum = { count: 0, bytes: 0 };
  for (const path of await pathsOf(folder)) {
    sum.count += 1;
    sum.bytes += (await stat(join(folder, path))).size;
  }
  return sum;
}

const pathsOf = async (folder: string): Promise<string[]> => {
  const entries = await nullIfMissing(readdir(folder, { recursive: true, withFileTypes: true }));
  return (entries ?? [])
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
};

/** What says how far each log is comes before what it says that of: files of the log only grow. */
const orderOf = (path: string) => (path === 'newest' ? 0 : /^\d+\/(checkpoint|key)$/.test(path) ? 1 : 2);

/** Copies the log's files of one storage folder into another, which has none, while it grows. @returns how many, and their bytes */
export async function copyLog(
  from: string,
  to: string,
  encrypt?: FileCipher,
): Promise<{ count: number; bytes: number }> {
  const sum = { count: 0, bytes: 0 };
  const paths = await pathsOf(join(from, logFolder));
  for (const path of paths.toSorted((one, other) => orderOf(one) - orderOf(other))) {
    await mkdir(dirname(join(to, logFolder, path)), { recursive: true });
    const bytes = await copyStored(join(from, logFolder, path), join(to, logFolder, path), encrypt);
    if (bytes === null) continue;
    sum.count += 1;
    sum.bytes += bytes;
  }
  return sum;
}

/** Whether a storage folder has a log. */
export const hasLog = async (storage: string): Promise<boolean> => (await pathsOf(join(storage, logFolder))).length > 0;
