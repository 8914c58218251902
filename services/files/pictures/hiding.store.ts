/** Pictures of hidden reports. */
import { type Db, named, type Tx } from '@tma/kit';
import type { Picture } from '../storage/keys.ts';

/** Takes the pictures of a report out of public, also those that come later, or gives them back. */
export async function setHidden(tx: Tx, reportId: string, hidden: boolean): Promise<void> {
  await tx.query(
    hidden
      ? 'insert into hidden_reports (report_id) values ($1) on conflict do nothing'
      : 'delete from hidden_reports where report_id = $1',
    [reportId],
  );
  await tx.query(named(`update uploads set hidden = $2, hiding = $2 where report_id = $1 and kind <> 'document'`), [
    reportId,
    hidden,
  ]);
}

/** Hidden pictures whose renderings may still be in the storage, some hundred at once. */
export async function picturesBeingHidden(db: Db): Promise<Picture[]> {
  const { rows } = await db.query<Picture>('select id, public_name from uploads where hiding order by id limit 500');
  return rows;
}

/** Notes that the renderings of a picture are gone. */
export const noteHidden = (db: Db, id: string) => db.query('update uploads set hiding = false where id = $1', [id]);

/** A picture of a report, and who may read it while it is hidden. */
interface OwnedPicture extends Picture {
  /** The reporter; null once they were erased. */
  reporter_id: string | null;
  tehsil: string;
  /** Whom the report is assigned to. */
  assignee: string | null;
  hidden: boolean;
}

/** The picture of a report, or its newest proof; null when there is none. */
export async function findPictureOf(db: Db, reportId: string, kind: 'image' | 'proof'): Promise<OwnedPicture | null> {
  const { rows } = await db.query<OwnedPicture>(
    named(`select id, public_name, tehsil, hidden,
       (select owner_id from uploads as first where first.report_id = $1 and first.kind = 'image' order by id limit 1) as reporter_id,
       (select assignee from assignments where assignments.report_id = $1) as assignee
     from uploads where report_id = $1 and kind = $2 and claimed_at is not null and removed_at is null order by created_at desc limit 1`),
    [reportId, kind],
  );
  return rows[0] ?? null;
}
