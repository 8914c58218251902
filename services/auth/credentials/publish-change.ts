import { type EventData, fullName } from '@tma/contracts';
import { appendEvent, type Tx } from '@tma/kit';
import { findProfileFields } from '../person/profiles.store.ts';
import type { UserRow } from '../person/users.store.ts';

/**
 * Requests the mail that notifies the owner of an account of a change, in the transaction that makes it.
 * @param user the account as it was before: the mail goes to the address that it had
 */
export async function publishChange(
  tx: Tx,
  { id, email }: Pick<UserRow, 'id' | 'email'>,
  change: EventData<'AccountChanged'>['change'],
): Promise<void> {
  const { first_name, last_name, language } = await findProfileFields(tx, id);
  const name = fullName(first_name, last_name);
  await appendEvent(tx, 'AccountChanged', id, { accountId: id, of: 'resident', change, email, name, language });
}
