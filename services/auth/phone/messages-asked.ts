import type { EventData } from '@tma/contracts';
import type { Tx } from '@tma/kit';
import type { Auth } from '../credentials/context.ts';
import { lockPhone, setMessages } from './phones.store.ts';
import { publishPhone } from './publish-phone.ts';

/** STOP and START of a telephone, unless its number is another one by now. */
export async function messagesAsked(
  auth: Pick<Auth, 'linkKeys'>,
  { userId, number, messages }: EventData<'MessagesAsked'>,
  tx: Tx,
): Promise<void> {
  const phone = await lockPhone(tx, userId);
  if (phone?.number !== number || phone.messages === messages) return;
  await setMessages(tx, userId, messages);
  await publishPhone(auth, tx, userId);
}
