/** The files that a storage folder keeps: originals, and those of the signed log. Renderings are made again on request. */
import { constants } from 'node:fs';
import { copyFile, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseCheckpoint, parseKey } from '@tma/contracts';
import { createBackupFile, encryptedEnd, type FileCipher, readBackupFile } from './files.ts';

/** Originals are in 256 subfolders. */
export const originalsFolder = 'originals';
export const logFolder = 'log';

interface Sum {
  count: number;
  bytes: number;
}

/**
 * Copies the originals of one storage folder that another does not have. They are written once, so a file of the same size is
 * the same file. @returns how many the storage has, and their bytes
 */
export const copyOriginals = (from: string, to: string, encrypt?: FileCipher): Promise<Sum> =>
  copyFiles(from, to, originalsIn(from), encrypt);

async function* originalsIn(storage: string): AsyncIterable<string> {
  for (const { name: subfolder } of await entriesIn(join(storage, originalsFolder)))
    for (const entry of await entriesIn(join(storage, originalsFolder, subfolder)))
      if (entry.isFile()) yield join(originalsFolder, subfolder, entry.name);
}

/** Copies the log's files of one storage folder into another, which has none, while it grows. @returns how many, and their bytes */
export async function copyLog(from: string, to: string, encrypt?: FileCipher): Promise<Sum> {
  const paths = (await pathsIn(join(from, logFolder))).toSorted((one, other) => orderOf(one) - orderOf(other));
  return copyFiles(
    from,
    to,
    paths.map((path) => join(logFolder, path)),
    encrypt,
  );
}

/** What says how far each log is comes before what it says that of: files of the log only grow. */
const orderOf = (path: string) => (path === 'newest' ? 0 : /^\d+\/(checkpoint|key)$/.test(path) ? 1 : 2);

export const hasLog = async (storage: string): Promise<boolean> => (await pathsIn(join(storage, logFolder))).length > 0;

/** How far a log has come by its checkpoint, and its key; null where there is none that can be read. */
async function headOf(storage: string, number: string): Promise<{ key: string; size: number } | null> {
  const read = (name: string) => readFile(join(storage, logFolder, number, name), 'utf8');
  try {
    // Not its name: the log goes on where the portal moves to another host.
    const key = Buffer.from(parseKey(await read('key')).key).toString('hex');
    return { key, size: parseCheckpoint(await read('checkpoint')).size };
  } catch {
    return null;
  }
}

/** Whether the log that a storage folder has is that of another, with the same key, and at least as far. */
export async function goesOn(storage: string, other: string): Promise<boolean> {
  const number = (await nullIfMissing(readFile(join(other, logFolder, 'newest'), 'utf8'))) ?? '1';
  const [own, known] = [await headOf(storage, number), await headOf(other, number)];
  return known === null || (own !== null && own.key === known.key && own.size >= known.size);
}

/** Puts the log of one storage folder in the place of what another has, which is kept beside it: whole, or not at all. */
export async function replaceLog(from: string, to: string): Promise<void> {
  const coming = join(to, `${logFolder}.coming`);
  await rm(coming, { recursive: true, force: true });
  await copyLog(from, coming);
  await nullIfMissing(rename(join(to, logFolder), join(to, `${logFolder}.before-${Date.now()}`)));
  await rename(join(coming, logFolder), join(to, logFolder));
  await rm(coming, { recursive: true });
}

/** How many files are anywhere in a folder, and their bytes. */
export async function filesIn(folder: string): Promise<Sum> {
  const sum = { count: 0, bytes: 0 };
  for (const path of await pathsIn(folder)) {
    sum.count += 1;
    sum.bytes += (await stat(join(folder, path))).size;
  }
  return sum;
}

/** Copies files. Those removed meanwhile were erased or swept: they are skipped. @param paths below both folders */
async function copyFiles(
  from: string,
  to: string,
  paths: AsyncIterable<string> | Iterable<string>,
  encrypt: FileCipher | undefined,
): Promise<Sum> {
  // Where the files service writes what arrives: it removes what a copying that was killed leaves there.
  const arriving = join(to, 'arriving');
  await mkdir(arriving, { recursive: true, mode: 0o700 });
  const copy = (one: string, other: string) =>
    encrypt ? encryptOne(encrypt, one, other) : copyOne(one, other, join(arriving, 'copy'));
  const sum = { count: 0, bytes: 0 };
  for await (const path of paths) {
    // As the files service makes its own: for the owner alone.
    await mkdir(dirname(join(to, path)), { recursive: true, mode: 0o700 });
    const bytes = await copy(join(from, path), join(to, path));
    if (bytes === null) continue;
    sum.count += 1;
    sum.bytes += bytes;
  }
  await rm(arriving, { recursive: true });
  return sum;
}

/**
 * Copies a file, which has its name once it is on the disk: else it could have its size without its content after a loss of power.
 * @param coming its path until then
 * @returns its bytes; null where it was removed meanwhile
 */
async function copyOne(from: string, to: string, coming: string): Promise<number | null> {
  const { size } = (await nullIfMissing(stat(from))) ?? { size: null };
  if (size === null) return null;
  const existing = await nullIfMissing(stat(to));
  if (existing?.size === size) return size;
  // Where the file system can, both share their blocks.
  if ((await nullIfMissing(copyFile(from, coming, constants.COPYFILE_FICLONE))) === null) return null;
  const file = await open(coming);
  try {
    await file.sync();
    await rename(coming, to);
    // Files of the signed log may have grown meanwhile.
    return (await file.stat()).size;
  } finally {
    await file.close();
  }
}

/** The same, encrypted. */
async function encryptOne(encrypt: FileCipher, from: string, to: string): Promise<number | null> {
  if ((await nullIfMissing(stat(from))) === null) return null;
  const file = to + encryptedEnd;
  const source = readBackupFile(from);
  const written = await nullIfMissing(pipeline(source, encrypt, createBackupFile(file)).then(() => source.bytesRead));
  // Removed between the two: what was begun is no file.
  if (written === null) await rm(file, { force: true });
  return written;
}

const entriesIn = async (folder: string) => (await nullIfMissing(readdir(folder, { withFileTypes: true }))) ?? [];

/** The paths of all files anywhere in a folder, from there on. */
async function pathsIn(folder: string): Promise<string[]> {
  const entries = await nullIfMissing(readdir(folder, { recursive: true, withFileTypes: true }));
  return (entries ?? [])
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}

/** Null when there is no such file, or no such folder; every other error is thrown. */
async function nullIfMissing<T>(result: Promise<T>): Promise<T | null> {
  try {
    return await result;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
}
