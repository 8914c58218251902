import { constants } from 'node:fs';
import { copyFile, mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Originals lie in 256 folders; what the public sees is drawn from them again when it is asked for. */
const below = 'originals';

/**
 * Copies the originals of one storage folder that another does not have. They are written once, so that one that is there
 * is whole or was never finished under that name. What is removed meanwhile was erased or swept, and is not missed.
 */
export async function copyOriginals(from: string, to: string): Promise<{ count: number; bytes: number }> {
  const sum = { count: 0, bytes: 0 };
  for (const shelf of await namesIn(join(from, below))) {
    await mkdir(join(to, below, shelf), { recursive: true });
    for (const name of await namesIn(join(from, below, shelf))) {
      const bytes = await copyOne(join(from, below, shelf, name), join(to, below, shelf, name));
      if (bytes === null) continue;
      sum.count += 1;
      sum.bytes += bytes;
    }
  }
  return sum;
}

async function copyOne(from: string, to: string): Promise<number | null> {
  const { size } = (await orNull(stat(from))) ?? { size: null };
  if (size === null) return null;
  const there = await orNull(stat(to));
  // Where the file system can, both share their blocks.
  if (there?.size !== size && (await orNull(copyFile(from, to, constants.COPYFILE_FICLONE))) === null) return null;
  return size;
}

const namesIn = async (folder: string) => (await orNull(readdir(folder))) ?? [];

/** What a promise brings, `undefined` being something; null when there is no such file. */
async function orNull<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
