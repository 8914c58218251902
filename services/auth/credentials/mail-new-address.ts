import type { Tx } from '@tma/kit';
import { changeUser, findUserByEmail, type UserRow } from '../person/users.store.ts';
import type { Auth } from './context.ts';
import { deleteUnusedLinks } from './links.store.ts';
import { mailLink } from './mail-link.ts';

/**
 * Requests the mail with the link that confirms an account's new address, in the caller's transaction. An address that has
 * an account gets none; in what the caller is shown, nothing differs.
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
