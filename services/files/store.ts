import type { Db, Tx } from '@tma/kit';
import type { Picture } from './pictures.ts';

export interface NewUpload {
  id: string;
  kind: 'image' | 'document';
  reportId: string;
  ownerId: string;
  tehsil: string;
  publicName: string | null;
  sha256: string;
  bytes: number;
}

/** What is to be removed from the storage with a row. */
export interface Gone {
  id: string;
  public_name: string | null;
}

/** Records an upload; false when its owner's account was erased meanwhile. */
export async function insertUpload(db: Db, upload: NewUpload): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into uploads (id, kind, report_id, owner_id, tehsil, public_name, sha256, bytes)
     select $1, $2, $3, $4, $5, $6, $7, $8
     where not exists (select from erased_owners where id = $4)`,
    [
      upload.id,
      upload.kind,
      upload.reportId,
      upload.ownerId,
      upload.tehsil,
      upload.publicName,
      upload.sha256,
      upload.bytes,
    ],
  );
  return rowCount === 1;
}

export async function findPicture(db: Db, publicName: string): Promise<Picture | null> {
  const { rows } = await db.query<Picture>('select id, public_name from uploads where public_name = $1', [publicName]);
  return rows[0] ?? null;
}

export interface Document {
  id: string;
  sha256: string;
  owner_id: string | null;
  tehsil: string;
}

export async function findDocument(db: Db, reportId: string): Promise<Document | null> {
  const { rows } = await db.query<Document>(
    `select id, sha256, owner_id, tehsil from uploads where report_id = $1 and kind = 'document' order by id limit 1`,
    [reportId],
  );
  return rows[0] ?? null;
}

/** Marks uploads as belonging to a report of a tehsil. @returns the picture among them */
export async function claim(tx: Tx, reportId: string, tehsil: string, ids: readonly string[]): Promise<Picture | null> {
  const { rows } = await tx.query<{ id: string; public_name: string | null }>(
    `update uploads set claimed_at = coalesce(claimed_at, now()), tehsil = $3
     where report_id = $1 and id = any($2) returning id, public_name`,
    [reportId, ids, tehsil],
  );
  for (const { id, public_name } of rows) if (public_name !== null) return { id, public_name };
  return null;
}

/** Takes the unclaimed uploads of a report that never came to be out of the table. */
export async function dropUnclaimed(tx: Tx, reportId: string, ownerId: string): Promise<Gone[]> {
  const { rows } = await tx.query<Gone>(
    `delete from uploads where report_id = $1 and owner_id = $2 and claimed_at is null returning id, public_name`,
    [reportId, ownerId],
  );
  return rows;
}

/**
 * Takes uploads out of the table that nobody claimed before `before`. One is left alone until a later one was claimed:
 * while no claims arrive, a missing claim says nothing.
 */
export async function dropUnclaimedBefore(tx: Tx, before: Date, limit: number): Promise<Gone[]> {
  const { rows } = await tx.query<Gone>(
    `delete from uploads where id in (
       select id from uploads
       where claimed_at is null and created_at < $1
         and created_at < (select max(created_at) from uploads where claimed_at is not null)
       order by created_at limit $2 for update skip locked
     ) returning id, public_name`,
    [before, limit],
  );
  return rows;
}

/** Which of the ids have no row. */
export async function withoutRow(db: Db, ids: readonly string[]): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    'select id from unnest($1::uuid[]) as given (id) where not exists (select from uploads where uploads.id = given.id)',
    [ids],
  );
  return rows.map(({ id }) => id);
}

/** Takes a person's documents out of the table and forgets whose the pictures were. */
export async function eraseOwner(tx: Tx, ownerId: string): Promise<Gone[]> {
  await tx.query('insert into erased_owners (id) values ($1) on conflict do nothing', [ownerId]);
  const { rows } = await tx.query<Gone>(
    `delete from uploads where owner_id = $1 and kind = 'document' returning id, public_name`,
    [ownerId],
  );
  await tx.query('update uploads set owner_id = null where owner_id = $1', [ownerId]);
  return rows;
}
