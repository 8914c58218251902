import { afterCommit, type Parts, type Pool, repeat, type Tx } from '@tma/kit';
import { batchesById } from '../storage/by-id.ts';
import { renderingKey, sizes } from '../storage/keys.ts';
import type { Storage } from '../storage/storage.ts';
import { noteHidden, picturesBeingHidden } from './hiding.store.ts';

type Hiding = Pick<Parts, 'log'> & { pool: Pool; storage: Storage };

const everyMs = 60_000;
const batch = 500;

/** After the commit, removes the renderings of a report that is hidden by then: readers are answered from the storage alone. */
export function removeRenderingsOfHidden(files: Hiding, tx: Tx, reportId: string): void {
  afterCommit(tx, async () => {
    // Not awaited: other events do not wait for the storage. What fails is tried again.
    removeRenderings(files, reportId).catch((error: Error) =>
      files.log.warn({ err: error, id: reportId }, 'pictures are not hidden yet'),
    );
  });
}

/** Removes the renderings of pictures that are being hidden, of one report or of all. One that fails costs the others nothing, and is tried again. */
async function removeRenderings({ pool, storage, log }: Hiding, reportId: string | null): Promise<void> {
  const read = (after: string, limit: number) => picturesBeingHidden(pool, reportId, after, limit);
  for await (const pictures of batchesById(batch, read)) {
    for (const { id, public_name } of pictures) {
      try {
        for (const size of sizes) await storage.delete(renderingKey(public_name, size));
        await noteHidden(pool, id);
      } catch (error) {
        log.warn({ err: error, id }, 'a picture is not hidden yet; it is tried again in a minute');
      }
    }
  }
}

/** Removes remaining renderings every minute. @returns a function that stops it */
export const startHiding = (files: Hiding) =>
  repeat(
    everyMs,
    () => removeRenderings(files, null),
    files.log,
    'pictures could not be hidden; it is tried again in a minute',
  );
