import { access, constants, mkdir } from 'node:fs/promises';
import type { Parts } from '@tma/kit';
import { type FilesConfig, s3SettingsOf } from './config.ts';
import { diskStorage } from './disk.ts';
import { createPictures, type Pictures } from './pictures.ts';
import { connectS3, demandBucket, s3Storage } from './s3.ts';
import type { Storage } from './storage.ts';

/** What this service stands on beside what every service does. */
export interface FilesParts extends Parts<FilesConfig> {
  storage: Storage;
  pictures: Pictures;
}

export function withStorage(parts: Parts<FilesConfig>): FilesParts {
  const storage = createStorage(parts.config);
  return { ...parts, storage, pictures: createPictures(storage) };
}

function createStorage(config: FilesConfig): Storage {
  const s3 = s3SettingsOf(config);
  return s3 ? s3Storage(connectS3(s3), s3.bucket, config.STORAGE_DIR) : diskStorage(config.STORAGE_DIR);
}

/** Throws an error that names the variable to mend when files cannot be kept where the configuration says. */
export async function demandStorage(config: FilesConfig): Promise<void> {
  const s3 = s3SettingsOf(config);
  if (s3) await demandBucket(connectS3(s3), s3);
  try {
    await mkdir(config.STORAGE_DIR, { recursive: true });
    await access(config.STORAGE_DIR, constants.W_OK);
  } catch (error) {
    throw new Error(`STORAGE_DIR: ${config.STORAGE_DIR} cannot be written to.`, { cause: error });
  }
}
