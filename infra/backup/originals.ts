import { constants } from 'node:fs';
import { copyFile, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBackupFile, encryptedEnd, type FileCipher, readBackupFile } from './files.ts';

/** Originals are in 256 subfolders; renderings are made from them again on request. */
export const originalsFolder = 'originals';

/**
 * Copies the originals of one storage folder that another does not have. They are written once, so a file of the same size is
 * the same file. Files removed meanwhile were erased or swept: they are skipped. @returns how many the storage has, and their bytes
 */
export async function copyOriginals(
  from: string,
  to: string,
  encrypt?: FileCipher,
): Promise<{ count: number; bytes: number }> {
  const sum = { count: 0, bytes: 0 };
  for (const subfolder of await namesIn(join(from, originalsFolder))) {
    await mkdir(join(to, originalsFolder, subfolder), { recursive: true });
    for (const name of await namesIn(join(from, originalsFolder, subfolder))) {
      const path = join(originalsFolder, subfolder, name);
      const bytes = await copyStored(join(from, path), join(to, path), encrypt);
      if (bytes === null) continue;
      sum.count += 1;
      sum.bytes += bytes;
    }
  }
  return sum;
}

/** Copies a file, encrypted if `encrypt` is given. @returns its bytes; null where it was removed meanwhile */
export const copyStored = (from: string, to: string, encrypt?: FileCipher): Promise<number | null> =>
  encrypt ? encryptOne(encrypt, from, to) : copyOne(from, to);

async function copyOne(from: string, to: string): Promise<number | null> {
  const { size } = (await nullIfMissing(stat(from))) ?? { size: null };
  if (size === null) return null;
  const existing = await nullIfMissing(stat(to));
  if (existing?.size === size) return size;
  // Where the file system can, both share their blocks.
  if ((await nullIfMissing(copyFile(from, to, constants.COPYFILE_FICLONE))) === null) return null;
  // Files of the signed log may have grown meanwhile.
  return (await stat(to)).size;
}

async function encryptOne(encrypt: FileCipher, from: string, to: string): Promise<number | null> {
  if ((await nullIfMissing(stat(from))) === null) return null;
  const file = to + encryptedEnd;
  const source = readBackupFile(from);
  const written = await nullIfMissing(pipeline(source, encrypt, createBackupFile(file)).then(() => source.bytesRead));
  // Removed between the two: what was begun is no file.
  if (written === null) await rm(file, { force: true });
  return written;
}

const namesIn = async (folder: string) => (await nullIfMissing(readdir(folder))) ?? [];

/** Null when the file or folder does not exist; every other error is thrown. */
export async function nullIfMissing<T>(result: Promise<T>): Promise<T | null> {
  try {
    return await result;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
