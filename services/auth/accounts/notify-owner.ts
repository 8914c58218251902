import { appendEvent, type Tx } from '@tma/kit';
import { findAddressee } from '../person/profiles.store.ts';
import { recordRepeatedSignUp } from './accounts.store.ts';

/**
 * Requests a mail to the owner of an address, if it has an account, about somebody else's use of it, at most once a day, in the
 * caller's transaction.
 * @param by how it was used, if not for a sign-up
 */
export async function notifyOwner(tx: Tx, email: string, by?: 'email-change'): Promise<void> {
  const owner = await recordRepeatedSignUp(tx, email);
  if (!owner) return;
  const { id: userId, email: address } = owner;
  await appendEvent(tx, 'SignUpRepeated', userId, { userId, email: address, ...(await findAddressee(tx, userId)), by });
}
