import { access, constants, mkdir } from 'node:fs/promises';
import type { BaseParts, Parts } from '@tma/kit';
import { type FilesConfig, s3SettingsOf } from './config.ts';
import { diskStorage } from './disk.ts';
import { createPictures, type Pictures } from './pictures.ts';
import { connectS3, demandBucket, s3Storage } from './s3.ts';
import type { Storage } from './storage.ts';

/** The parts that only this service has. */
export interface FilesOwn {
  storage: Storage;
  pictures: Pictures;
}

/** What the routes, consumers and the sweep of this service work with. */
export type Files = Parts<FilesConfig> & FilesOwn;

/** Throws an error that names the variable to mend when files cannot be kept where the configuration says. */
export async function buildOwn({ config }: BaseParts<FilesConfig>): Promise<FilesOwn> {
  await demandStorage(config);
  const storage = createStorage(config);
  return { storage, pictures: createPictures(storage) };
}

function createStorage(config: FilesConfig): Storage {
  const s3 = s3SettingsOf(config);
  return s3 ? s3Storage(connectS3(s3), s3.bucket, config.STORAGE_DIR) : diskStorage(config.STORAGE_DIR);
}

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
