import { type LinkKind, lifetimes } from '@tma/contracts';
import type { Db, Tx } from '@tma/kit';
import { type UserRow, userColumns } from '../person/users.store.ts';

interface LinkRow {
  usedAt: Date | null;
  expired: boolean;
}

/** The account of a mailed link, locked until the transaction ends. The account is always locked before its link. */
export async function lockUserByLink(tx: Tx, kind: LinkKind, linkId: string): Promise<UserRow | null> {
  const { rows } = await tx.query<UserRow>(
    `select ${userColumns} from users where id = (select user_id from links where kind = $1 and id = $2) for update`,
    [kind, linkId],
  );
  return rows[0] ?? null;
}

/** A link, locked until the transaction ends. @returns null when it is unknown */
export async function lockLink(tx: Tx, kind: LinkKind, id: string): Promise<LinkRow | null> {
  const { rows } = await tx.query<LinkRow>(
    `select used_at as "usedAt", expires_at <= now() as expired
     from links where kind = $1 and id = $2 for update`,
    [kind, id],
  );
  return rows[0] ?? null;
}

export async function markLinkUsed(tx: Tx, id: string): Promise<void> {
  await tx.query('update links set used_at = now() where id = $1', [id]);
}

/** Deletes links that expired longer ago than `lifetimes.expiredLink`. */
export async function deleteExpiredLinks(db: Db): Promise<void> {
  await db.query('delete from links where expires_at < now() - make_interval(secs => $1)', [lifetimes.expiredLink]);
}
