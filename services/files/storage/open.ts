import { access, constants, mkdir } from 'node:fs/promises';
import { diskStorage } from './disk.ts';
import { checkBucket, type S3Settings, s3Storage } from './s3.ts';
import type { Storage } from './storage.ts';

/** Where files are kept. */
interface Place {
  /** A folder on this disk; with S3, of files that are being sent there. */
  folder: string;
  /** The S3 server that keeps files, or null when the disk does. */
  s3: S3Settings | null;
}

/** The storage at a place, once it was found usable. Throws as `checkStorage` does. */
export async function openStorage(place: Place): Promise<Storage> {
  await checkStorage(place);
  const { folder, s3 } = place;
  return s3 ? s3Storage(s3, folder) : diskStorage(folder);
}

/** Throws an error that names the setting to correct when files cannot be kept there. */
export async function checkStorage({ folder, s3 }: Place): Promise<void> {
  if (s3) await checkBucket(s3);
  try {
    // Only its owner may read it: it contains documents of residents, and other people may use this machine.
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await access(folder, constants.W_OK);
  } catch (error) {
    throw new Error(`STORAGE_DIR: ${folder} cannot be written to.`, { cause: error });
  }
}
