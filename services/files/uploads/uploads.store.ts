import { anyRow, execute, type Tx } from '@tma/kit';

export type UploadKind = 'image' | 'document' | 'proof';

/** The row of a file that was stored and checked. */
export interface NewUpload {
  id: string;
  kind: UploadKind;
  reportId: string;
  ownerId: string;
  tehsil: string;
  /** Null for documents. */
  publicName: string | null;
  sha256: string;
  bytes: number;
  /** The difference hash of a picture, 64 zeros and ones; null without enough in it, and of documents. */
  hash: string | null;
}

/** Inserts the row of an upload. @returns false, and inserts none, when its owner's account was erased */
export function insertUpload(tx: Tx, upload: NewUpload): Promise<boolean> {
  const { id, kind, reportId, ownerId, tehsil, publicName, sha256, bytes, hash } = upload;
  return anyRow(
    tx,
    `insert into uploads (id, kind, report_id, owner_id, tehsil, public_name, sha256, bytes, hash, hidden)
      select $1, $2, $3, $4, $5, $6, $7, $8, $9,
        exists (select from hidden_reports as known where known.report_id = $3 and known.hidden)
      where not exists (select from erased_owners where id = $4)`,
    [id, kind, reportId, ownerId, tehsil, publicName, sha256, bytes, hash],
  );
}

/**
 * Marks uploads as belonging to a report that exists, and as hidden if it is hidden: that may have changed while they arrived.
 */
export const claimUploads = (
  tx: Tx,
  { id, reference, tehsil }: { id: string; reference: string; tehsil: string },
  ids: readonly string[],
) =>
  execute(
    tx,
    `update uploads set claimed_at = coalesce(claimed_at, now()), tehsil = $3, reference = $4,
       hidden = report.hidden, hiding = report.hidden and kind <> 'document', hidden_at = now()
     from (select exists (select from hidden_reports where report_id = $1 and hidden) as hidden) as report
     where report_id = $1 and id = any($2)`,
    [id, ids, tehsil, reference],
  );
