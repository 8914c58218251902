import type { Tx } from '@tma/kit';
import type { LinkKind } from './links.ts';
import { hashToken } from './sessions.ts';
import { holdLink, useLink, voidLinks } from './store/links.store.ts';
import { changeUser, holdByLink, type UserRow } from './store/users.store.ts';

/**
 * Does what a mailed link is for, in the caller's transaction.
 * Throws a violation of `users_email_key` when a new address became somebody else's in the meantime.
 * @param again whether a link that was followed before does no harm, and nothing
 * @returns the account, or null for a link that is unknown, void, expired or used
 */
export async function followLink(tx: Tx, kind: LinkKind, token: string, again: boolean): Promise<UserRow | null> {
  const hash = hashToken(token);
  const user = await holdByLink(tx, kind, hash);
  const link = user && (await holdLink(tx, kind, hash));
  if (!link) return null;
  if (link.usedAt) return again ? user : null;
  if (link.expired) return null;
  await useLink(tx, user.id, kind);
  return kind === 'email_change' ? takeNewEmail(tx, user) : confirmEmail(tx, user);
}

/** Whoever holds a link that was mailed to the address has read its mail. */
const confirmEmail = async (tx: Tx, user: UserRow) =>
  user.email_confirmed_at ? user : changeUser(tx, user.id, { email_confirmed_at: 'now' });

/** From now on the new address counts; links that lie in the old one's mailbox do not. */
async function takeNewEmail(tx: Tx, user: UserRow): Promise<UserRow | null> {
  if (user.new_email === null) return null;
  await voidLinks(tx, user.id, ['signup', 'recovery']);
  return changeUser(tx, user.id, { email: user.new_email, new_email: null, email_confirmed_at: 'now' });
}
