import { type Db, firstRow } from '@tma/kit';

/** A document: who may read it, and the hash of its bytes. */
export interface StoredDocument {
  id: string;
  sha256: string;
  owner_id: string | null;
  tehsil: string;
  /** The report's; null until its event was handled. */
  reference: string | null;
}

/** The document of a report, if it has one. */
export const findDocument = (db: Db, reportId: string) =>
  firstRow<StoredDocument>(
    db,
    `select id, sha256, owner_id, tehsil, reference from uploads where report_id = $1 and kind = 'document' order by id limit 1`,
    [reportId],
  );
