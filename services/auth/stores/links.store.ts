import type { Db, Tx } from '@tma/kit';
import type { LinkKind } from '../links.ts';

export interface LinkRow {
  usedAt: Date | null;
  expired: boolean;
}

/** Keeps a link of a person; the one of this kind before is void. @returns when it ends */
export async function saveLink(tx: Tx, userId: string, kind: LinkKind, hash: Buffer, hours: number): Promise<Date> {
  const { rows } = await tx.query<{ expiresAt: Date }>(
    `insert into links (user_id, kind, hash, expires_at) values ($1, $2, $3, now() + make_interval(hours => $4))
     on conflict (user_id, kind) do update set hash = excluded.hash, expires_at = excluded.expires_at, used_at = null
     returning expires_at as "expiresAt"`,
    [userId, kind, hash, hours],
  );
  return (rows[0] as { expiresAt: Date }).expiresAt;
}

/** A link, kept from others until the transaction ends. */
export async function holdLink(tx: Tx, kind: LinkKind, hash: Buffer): Promise<LinkRow | null> {
  const { rows } = await tx.query<LinkRow>(
    `select used_at as "usedAt", expires_at <= now() as expired
     from links where kind = $1 and hash = $2 for update`,
    [kind, hash],
  );
  return rows[0] ?? null;
}

export async function useLink(tx: Tx, userId: string, kind: LinkKind): Promise<void> {
  await tx.query('update links set used_at = now() where user_id = $1 and kind = $2', [userId, kind]);
}

/** Voids links of a person that were not followed yet. */
export async function voidLinks(tx: Tx, userId: string, kinds: readonly LinkKind[]): Promise<void> {
  await tx.query('delete from links where user_id = $1 and kind = any($2) and used_at is null', [userId, kinds]);
}

/** Forgets links that ended a month ago. */
export async function sweepLinks(db: Db): Promise<void> {
  await db.query("delete from links where expires_at < now() - interval '30 days'");
}
