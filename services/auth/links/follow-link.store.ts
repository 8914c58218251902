import { type LinkKind, lifetimes } from '@tma/contracts';
import { type Db, execute, firstRow, type Tx } from '@tma/kit';
import { type UserRow, userColumns } from '../person/users.store.ts';

/** The account of a mailed link, locked until the transaction ends. The account is always locked before its link. */
export const lockUserByLink = (tx: Tx, kind: LinkKind, linkId: string) =>
  firstRow<UserRow>(
    tx,
    `select ${userColumns} from users where id = (select user_id from links where kind = $1 and id = $2) for update`,
    [kind, linkId],
  );

/** A link, locked until the transaction ends. @returns null when it is unknown */
export const lockLink = (tx: Tx, kind: LinkKind, id: string) =>
  firstRow<{ usedAt: Date | null; expired: boolean }>(
    tx,
    'select used_at as "usedAt", expires_at <= now() as expired from links where kind = $1 and id = $2 for update',
    [kind, id],
  );

export const markLinkUsed = (tx: Tx, id: string) => execute(tx, 'update links set used_at = now() where id = $1', [id]);

/** Deletes links that expired longer ago than `lifetimes.expiredLink`. */
export const deleteExpiredLinks = (db: Db) =>
  execute(db, 'delete from links where expires_at < now() - make_interval(secs => $1)', [lifetimes.expiredLink]);
