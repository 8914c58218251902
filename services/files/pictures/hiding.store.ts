/** Pictures of hidden reports. */
import { allRows, anyRow, type Db, execute, firstRow, type Tx } from '@tma/kit';
import type { Picture } from '../storage/keys.ts';
import type { KeptPicture } from './pictures.store.ts';

/**
 * Makes the pictures of a report private, also those that come later, or public again, unless a newer event was
 * handled.
 * @param at the time of the event, RFC 3339
 */
export async function setHidden(tx: Tx, reportId: string, hidden: boolean, at: string): Promise<void> {
  const isNews = await anyRow(
    tx,
    `insert into hidden_reports as known (report_id, hidden, at) values ($1, $2, $3)
     on conflict (report_id) do update set hidden = excluded.hidden, at = excluded.at where known.at <= excluded.at`,
    [reportId, hidden, at],
  );
  if (!isNews) return;
  const text = `update uploads set hidden = $2, hiding = $2, hidden_at = now() where report_id = $1 and kind <> 'document'`;
  await execute(tx, text, [reportId, hidden]);
}

/**
 * Hidden pictures whose renderings may still be in the storage, some hundred at once.
 * @param reportId of this report alone; null of all
 * @param after the id behind which to begin
 */
export const picturesBeingHidden = (db: Db, reportId: string | null, after: string, limit: number) =>
  allRows<Picture>(
    db,
    `select id, public_name from uploads where hiding and ($1::uuid is null or report_id = $1) and id > $2
     order by id limit $3`,
    [reportId, after, limit],
  );

/** Notes that the renderings of a picture are removed, once no rendering from before the hiding can still be stored. */
export const noteHidden = (db: Db, id: string) =>
  execute(
    db,
    `update uploads set hiding = false where id = $1 and coalesce(hidden_at <= now() - interval '10 minutes', true)`,
    [id],
  );

/** A picture of a report, and who may read it while it is hidden. */
export interface OwnedPicture extends KeptPicture {
  /** The reporter; null once they were erased. */
  reporter_id: string | null;
  tehsil: string;
  /** Whom the report is assigned to. */
  assignee: string | null;
}

/** The picture of a report, or its newest proof; null when there is none. */
export const findPictureOf = (db: Db, reportId: string, kind: 'image' | 'proof') =>
  firstRow<OwnedPicture>(
    db,
    `select id, public_name, tehsil, hidden,
       (select owner_id from uploads as first where first.report_id = $1 and first.kind = 'image' order by id limit 1) as reporter_id,
       (select assignee from assignments where assignments.report_id = $1) as assignee
     from uploads where report_id = $1 and kind = $2 and claimed_at is not null and removed_at is null order by created_at desc limit 1`,
    [reportId, kind],
  );
