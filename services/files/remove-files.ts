import { renderingKey, sizes } from './pictures/renderings.ts';
import { originalKey, type Storage } from './storage/storage.ts';
import type { DeletedUpload } from './stores/uploads.store.ts';

/** Removes the files of deleted rows from the storage: originals and, of pictures, renderings. */
export async function removeFiles(storage: Storage, deleted: readonly DeletedUpload[]): Promise<void> {
  for (const { id, public_name } of deleted) {
    await storage.delete(originalKey(id));
    if (public_name === null) continue;
    for (const size of sizes) await storage.delete(renderingKey(public_name, size));
  }
}
