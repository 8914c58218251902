import { renderingKey, type Size, widths } from './pictures.ts';
import { originalKey, type Storage } from './storage.ts';
import type { Gone } from './store.ts';

/** Removes from the storage what belonged to rows that are gone. */
export async function removeFiles({ storage }: { storage: Storage }, gone: readonly Gone[]): Promise<void> {
  for (const { id, public_name } of gone) {
    await storage.delete(originalKey(id));
    if (public_name === null) continue;
    for (const size of Object.keys(widths) as Size[]) await storage.delete(renderingKey(public_name, size));
  }
}
