import type { EventData, LinkKind } from '@tma/contracts';
import { appendEvent, type Tx } from '@tma/kit';
import { v7 as uuid } from 'uuid';
import { findAddressee } from '../../person/profiles.store.ts';
import { changeUser, findUserByEmail, type UserRow } from '../../person/users.store.ts';
import type { Auth } from '../context.ts';
import { deleteUnusedLinks, saveLink } from './links.store.ts';

/** For each kind of link the event that requests its mail, and the column with the time of the last one. */
const mails = {
  signup: { event: 'VerificationRequested', sent: { confirmation_sent_at: 'now' } },
  recovery: { event: 'RecoveryRequested', sent: { recovery_sent_at: 'now' } },
  email_change: { event: 'EmailChangeRequested', sent: { email_change_sent_at: 'now' } },
} as const satisfies Record<LinkKind, object>;

/**
 * Creates a link and requests the mail with it, in the caller's transaction. The account's older link of this kind is invalid from
 * then on. The token that opens the link is made by notify, when it writes the mail.
 * @param redirect where a link that is followed by GET redirects to
 * @returns the changed account
 */
export async function mailLink(
  { linkKeys }: Pick<Auth, 'linkKeys'>,
  tx: Tx,
  user: UserRow,
  kind: LinkKind,
  redirect: URL,
): Promise<UserRow> {
  const id = uuid();
  const expiresAt = await saveLink(tx, user.id, kind, id);
  const changed = await changeUser(tx, user.id, mails[kind].sent);
  const email = kind === 'email_change' ? (changed.new_email ?? changed.email) : changed.email;
  await appendEvent(tx, mails[kind].event, user.id, {
    userId: user.id,
    email,
    ...(await findAddressee(tx, user.id)),
    expiresAt: expiresAt.toISOString(),
    sealedLink: { id, redirect: redirect.href, ...(await linkKeys.issue(tx, { kind, id, address: email })) },
  });
  return changed;
}

/**
 * Requests the mail with the link that confirms an account's new address, in the caller's transaction. If the new address has an
 * account already, no mail is sent; the caller is answered as if it were.
 * @param address the account's `new_email`
 * @param redirect where the link redirects to
 * @returns the changed account
 */
export async function mailNewAddress(
  auth: Pick<Auth, 'linkKeys'>,
  tx: Tx,
  user: UserRow,
  address: string,
  redirect: URL,
): Promise<UserRow> {
  if (!(await findUserByEmail(tx, address))) return mailLink(auth, tx, user, 'email_change', redirect);
  await deleteUnusedLinks(tx, user.id, ['email_change']);
  return changeUser(tx, user.id, { email_change_sent_at: 'now' });
}

/**
 * Requests the mail that notifies the owner of an account of a change, in the transaction that makes it.
 * @param user the account as it was before: the mail goes to the address that it had
 */
export async function publishChange(
  tx: Tx,
  { id, email }: Pick<UserRow, 'id' | 'email'>,
  change: EventData<'AccountChanged'>['change'],
): Promise<void> {
  const to = { email, ...(await findAddressee(tx, id)) };
  await appendEvent(tx, 'AccountChanged', id, { accountId: id, of: 'resident', change, ...to });
}
