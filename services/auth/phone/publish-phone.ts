import { type EventData, phoneAddress, phoneKind } from '@tma/contracts';
import { appendEvent, type Tx } from '@tma/kit';
import { v7 as uuid } from 'uuid';
import type { Auth } from '../credentials/context.ts';
import { findProfileFields } from '../person/profiles.store.ts';
import { lockUser } from '../person/users.store.ts';
import { findPhone, lockPhone, nextVersion, setMessages } from './phones.store.ts';

/**
 * Publishes somebody's number as it is now, in the caller's transaction. The number's own lock is held, so that versions follow it;
 * of a number that is there the account's lock, too, so that its language is not older than the one that was published last.
 */
export async function publishPhone({ linkKeys }: Pick<Auth, 'linkKeys'>, tx: Tx, userId: string): Promise<void> {
  const phone = await findPhone(tx, userId);
  const { language } = await findProfileFields(tx, userId);
  const saved = {
    userId,
    number: phone?.number ?? null,
    messages: phone?.messages ?? false,
    version: await nextVersion(tx),
  };
  const link = { kind: phoneKind, id: uuid(), address: phoneAddress(saved) };
  const sealedLink = { id: link.id, ...(await linkKeys.issue(tx, link)) };
  await appendEvent(tx, 'PhoneSaved', userId, { ...saved, language, sealedLink });
}

/** STOP and START of a telephone, unless its number is another one by now. */
export async function switchMessages(
  auth: Pick<Auth, 'linkKeys'>,
  { userId, number, messages }: EventData<'MessagesAsked'>,
  tx: Tx,
): Promise<void> {
  await lockUser(tx, userId);
  const phone = await lockPhone(tx, userId);
  if (phone?.number !== number || phone.messages === messages) return;
  await setMessages(tx, userId, messages);
  await publishPhone(auth, tx, userId);
}
