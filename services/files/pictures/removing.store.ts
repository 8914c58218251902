import { named, type Tx } from '@tma/kit';
import { noteDeleted, type Removal } from '../storage/removals.store.ts';

/** Notes that the picture of a report was removed. @returns it, whose files are to be removed; nothing where that was noted before */
export async function notePictureRemoved(tx: Tx, reportId: string): Promise<Removal[]> {
  const { rows } = await tx.query<Removal>(
    named(`with deleted as (
       update uploads set removed_at = now() where report_id = $1 and kind = 'image' and removed_at is null
       returning id, public_name
     ) ${noteDeleted}`),
    [reportId],
  );
  return rows;
}
