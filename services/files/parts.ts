import type { Parts } from '@tma/kit';
import type { FilesConfig } from './config.ts';
import { diskStorage } from './disk.ts';
import { createPictures, type Pictures } from './pictures.ts';
import type { Storage } from './storage.ts';

/** What this service stands on beside what every service does. */
export interface FilesParts extends Parts<FilesConfig> {
  storage: Storage;
  pictures: Pictures;
}

export function withStorage(parts: Parts<FilesConfig>): FilesParts {
  const storage = diskStorage(parts.config.STORAGE_DIR);
  return { ...parts, storage, pictures: createPictures(storage) };
}
