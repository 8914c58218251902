import type { LinkKind } from '@tma/contracts';
import type { Tx } from '@tma/kit';
import type { Auth } from '../credentials/context.ts';
import { deleteUnusedLinks } from '../credentials/links.store.ts';
import { publishChange } from '../credentials/mails.ts';
import { publishAddress } from '../person/save-profile.ts';
import { changeUser, type UserRow } from '../person/users.store.ts';
import { lockLink, lockUserByLink, markLinkUsed } from './follow-link.store.ts';

/**
 * Does what a mailed link is for, in the caller's transaction.
 * Throws a violation of `users_email_key` when the new address was taken by another account in the meantime.
 * @param repeatable whether following a used link again succeeds, without any effect
 * @returns the account, or null when the link is unknown, replaced, expired or used
 */
export async function followLink(
  auth: Pick<Auth, 'linkKeys' | 'hashing'>,
  tx: Tx,
  kind: LinkKind,
  token: string,
  repeatable: boolean,
): Promise<UserRow | null> {
  const id = await auth.linkKeys.idOf(tx, kind, token);
  const user = id && (await lockUserByLink(tx, kind, id));
  const link = user && (await lockLink(tx, kind, id));
  if (!link) return null;
  if (link.usedAt) return repeatable ? user : null;
  if (link.expired) return null;
  await markLinkUsed(tx, id);
  if (kind === 'email_change') return takeNewEmail(tx, user);
  if (user.email_confirmed_at) return user;
  // A link of any kind confirms the address, as its bearer has read a mail to it. But who asks for a new password need not be
  // who signed up: that one's password does not open the account.
  const password = kind === 'recovery' ? { password_hash: auth.hashing.hashOfNoOne } : {};
  return changeUser(tx, user.id, { email_confirmed_at: 'now', ...password });
}

/** Replaces the address, and lets the old one know, and whoever sends mails. Links in the old mailbox become invalid. */
async function takeNewEmail(tx: Tx, user: UserRow): Promise<UserRow | null> {
  if (user.new_email === null) return null;
  await deleteUnusedLinks(tx, user.id, ['signup', 'recovery']);
  await publishChange(tx, user, 'email');
  await publishAddress(tx, user.id, user.new_email);
  return changeUser(tx, user.id, { email: user.new_email, new_email: null, email_confirmed_at: 'now' });
}
