import { fullName } from '@tma/contracts';
import { appendEvent, transaction } from '@tma/kit';
import type { Auth } from '../credentials/context.ts';
import { findProfileFields } from '../person/profiles.store.ts';
import { recordRepeatedSignUp } from './accounts.store.ts';

/**
 * Requests a mail to the owner of an address, if it has an account, about somebody else's use of it, at most once a day.
 * @param by how it was used, if not for a sign-up
 */
export async function notifyOwner({ pool }: Auth, email: string, by?: 'email-change'): Promise<void> {
  await transaction(pool, async (tx) => {
    const owner = await recordRepeatedSignUp(tx, email);
    if (!owner) return;
    const { first_name, last_name, language } = await findProfileFields(tx, owner.id);
    const name = fullName(first_name, last_name);
    const { id: userId } = owner;
    await appendEvent(tx, 'SignUpRepeated', userId, { userId, email: owner.email, name, language, by });
  });
}
