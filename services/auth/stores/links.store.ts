import { type LinkKind, lifetimes } from '@tma/contracts';
import type { Db, Tx } from '@tma/kit';

/**
 * What the column `hash` knows a link by: the 16 bytes of its id. Of a link of before, whose token was random, it is the
 * SHA-256. An instance of before replaces it like its own, and opens it by no token: no text has a hash of 16 bytes.
 */
export const linkHash = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');

interface LinkRow {
  usedAt: Date | null;
  expired: boolean;
}

/** Stores a link, which replaces the account's older link of this kind. @returns when it expires */
export async function saveLink(tx: Tx, userId: string, kind: LinkKind, id: string): Promise<Date> {
  const { rows } = await tx.query<{ expiresAt: Date }>(
    `insert into links (user_id, kind, hash, expires_at) values ($1, $2, $3, now() + make_interval(secs => $4))
     on conflict (user_id, kind) do update set hash = excluded.hash, expires_at = excluded.expires_at, used_at = null
     returning expires_at as "expiresAt"`,
    [userId, kind, linkHash(id), lifetimes.link[kind]],
  );
  return (rows[0] as { expiresAt: Date }).expiresAt;
}

/** A link, locked until the transaction ends. @returns null when it is unknown */
export async function lockLink(tx: Tx, kind: LinkKind, hash: Buffer): Promise<LinkRow | null> {
  const { rows } = await tx.query<LinkRow>(
    `select used_at as "usedAt", expires_at <= now() as expired
     from links where kind = $1 and hash = $2 for update`,
    [kind, hash],
  );
  return rows[0] ?? null;
}

export async function markLinkUsed(tx: Tx, userId: string, kind: LinkKind): Promise<void> {
  await tx.query('update links set used_at = now() where user_id = $1 and kind = $2', [userId, kind]);
}

/** Makes links of an account invalid that were not followed yet. */
export async function deleteUnusedLinks(tx: Tx, userId: string, kinds: readonly LinkKind[]): Promise<void> {
  await tx.query('delete from links where user_id = $1 and kind = any($2) and used_at is null', [userId, kinds]);
}

/** Deletes links that expired longer ago than `lifetimes.expiredLink`. */
export async function deleteExpiredLinks(db: Db): Promise<void> {
  await db.query('delete from links where expires_at < now() - make_interval(secs => $1)', [lifetimes.expiredLink]);
}
