import { access, constants, mkdir } from 'node:fs/promises';
import { type FilesConfig, s3SettingsOf } from '../config.ts';
import { diskStorage } from './disk.ts';
import { checkBucket, connectS3, s3Storage } from './s3.ts';
import type { Storage } from './storage.ts';

/** The storage that the configuration names, once it was found usable. Throws as `checkStorage` does. */
export async function openStorage(config: FilesConfig): Promise<Storage> {
  await checkStorage(config);
  const s3 = s3SettingsOf(config);
  return s3 ? s3Storage(connectS3(s3), s3.bucket, config.STORAGE_DIR) : diskStorage(config.STORAGE_DIR);
}

/** Throws an error that names the variable to correct when files cannot be kept where the configuration says. */
export async function checkStorage(config: FilesConfig): Promise<void> {
  const s3 = s3SettingsOf(config);
  if (s3) await checkBucket(connectS3(s3), s3);
  try {
    await mkdir(config.STORAGE_DIR, { recursive: true });
    await access(config.STORAGE_DIR, constants.W_OK);
  } catch (error) {
    throw new Error(`STORAGE_DIR: ${config.STORAGE_DIR} cannot be written to.`, { cause: error });
  }
}
