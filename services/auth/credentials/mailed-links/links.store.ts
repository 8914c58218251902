import { type LinkKind, lifetimes } from '@tma/contracts';
import { execute, onlyValue, type Tx } from '@tma/kit';

/** Stores a link, which replaces the account's older link of this kind. @returns when it expires */
export const saveLink = (tx: Tx, userId: string, kind: LinkKind, id: string) =>
  onlyValue<Date>(
    tx,
    `insert into links (user_id, kind, id, expires_at) values ($1, $2, $3, now() + make_interval(secs => $4))
     on conflict (user_id, kind) do update set id = excluded.id, expires_at = excluded.expires_at, used_at = null
     returning expires_at`,
    [userId, kind, id, lifetimes.link[kind]],
  );

/** Makes links of an account invalid that were not followed yet. */
export const deleteUnusedLinks = (tx: Tx, userId: string, kinds: readonly LinkKind[]) =>
  execute(tx, 'delete from links where user_id = $1 and kind = any($2) and used_at is null', [userId, kinds]);
