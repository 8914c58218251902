import { type Db, named, type Tx } from '@tma/kit';
import type { Picture } from '../pictures/renderings.ts';

export type UploadKind = 'image' | 'document' | 'proof';

/** The row of a file that was stored and checked. */
interface NewUpload {
  id: string;
  kind: UploadKind;
  reportId: string;
  ownerId: string;
  tehsil: string;
  /** Null for documents. */
  publicName: string | null;
  sha256: string;
  bytes: number;
  /** What a picture looks like, 64 zeros and ones; null without enough in it, and of documents. */
  hash: string | null;
}

/** Inserts the row of an upload. @returns false, and inserts none, when its owner's account was erased meanwhile */
export async function insertUpload(tx: Tx, upload: NewUpload): Promise<boolean> {
  const { id, kind, reportId, ownerId, tehsil, publicName, sha256, bytes, hash } = upload;
  const [, { rowCount }] = await Promise.all([
    // Waits for an erasure of the owner under way; a statement sees only what was committed when it began.
    tx.query(named('select pg_advisory_xact_lock_shared(hashtextextended($1, 0))'), [ownerId]),
    tx.query(
      named(`insert into uploads (id, kind, report_id, owner_id, tehsil, public_name, sha256, bytes, hash)
        select $1, $2, $3, $4, $5, $6, $7, $8, $9
        where not exists (select from erased_owners where id = $4)`),
      [id, kind, reportId, ownerId, tehsil, publicName, sha256, bytes, hash],
    ),
  ]);
  return rowCount === 1;
}

/** The picture with that public name, unless it could not be decoded a while ago. */
export async function findPicture(db: Db, publicName: string): Promise<Picture | null> {
  const { rows } = await db.query<Picture>(
    named('select id, public_name from uploads where public_name = $1 and coalesce(refused_until <= now(), true)'),
    [publicName],
  );
  return rows[0] ?? null;
}

/** Who may read a document, and what its bytes are known by. */
export interface Document {
  id: string;
  sha256: string;
  owner_id: string | null;
  tehsil: string;
}

/** The document of a report, if it has one. */
export async function findDocument(db: Db, reportId: string): Promise<Document | null> {
  const { rows } = await db.query<Document>(
    named(
      `select id, sha256, owner_id, tehsil from uploads where report_id = $1 and kind = 'document' order by id limit 1`,
    ),
    [reportId],
  );
  return rows[0] ?? null;
}

/** Marks uploads as belonging to a report that exists. */
export async function claimUploads(tx: Tx, reportId: string, tehsil: string, ids: readonly string[]): Promise<void> {
  await tx.query(
    named(`update uploads set claimed_at = coalesce(claimed_at, now()), tehsil = $3
     where report_id = $1 and id = any($2)`),
    [reportId, ids, tehsil],
  );
}
