import type { BaseParts, Parts } from '@tma/kit';
import type { FilesConfig } from './config.ts';
import { countUploadBytes, type UploadBytes } from './metrics.ts';
import { createPictures, type Pictures } from './pictures/pictures.ts';
import { createRemoval, type RemovalOfFiles } from './removal.ts';
import { openStorage } from './storage/open.ts';
import type { Storage } from './storage/storage.ts';

/** The parts that only this service has. */
export interface FilesOwn {
  storage: Storage;
  pictures: Pictures;
  removal: RemovalOfFiles;
  uploadBytes: UploadBytes;
}

/** What the routes, consumers and the sweep of this service work with. */
export type Files = Parts<FilesConfig> & FilesOwn;

/** Throws an error that names the variable to correct when files cannot be kept where the configuration says. */
export async function buildOwn({ config, pool }: BaseParts<FilesConfig>): Promise<FilesOwn> {
  const storage = await openStorage(config);
  return {
    storage,
    pictures: createPictures(storage),
    removal: createRemoval(pool, storage),
    uploadBytes: countUploadBytes(),
  };
}
