import { afterCommit, type EventInfo, type Tx } from '@tma/kit';
import type { Message } from './channel.ts';
import { type Delivery, sealContent } from './delivery.ts';
import { insertDelivery, readDigestTime } from './enqueue.store.ts';
import type { Sender } from './sender.ts';

/**
 * Queues the messages of an event, in the transaction that records the event as handled: one to each recipient at most, of two the
 * first. Once that has committed, the first is given to this process's sender if it was leased for it; else, and for the others,
 * the sender is asked to look.
 */
export async function enqueue(tx: Tx, sender: Sender, event: EventInfo, messages: readonly Message[]): Promise<void> {
  let leased: Delivery | null = null;
  for (const [index, message] of messages.entries()) {
    const isLeasing = index === 0 && sender.hasRoom();
    leased = (await enqueueOne(tx, sender, event, message, index, isLeasing)) ?? leased;
  }
  if (messages.length === 0) return;
  afterCommit(tx, async () => {
    if (leased) sender.send(leased);
    if (!leased || messages.length > 1) sender.wake();
  });
}

async function enqueueOne(
  tx: Tx,
  { parts: { channel, secret, host } }: Sender,
  event: EventInfo,
  { recipient, content, isSealed, kind = event.type, units = 1, heldUntil, about }: Message,
  index: number,
  isLeasing: boolean,
): Promise<Delivery | null> {
  // The messages of an event are numbered, the same whenever the event comes.
  const messageId = `<${index === 0 ? event.id : `${event.id}.${index + 1}`}@${host}>`;
  return insertDelivery(
    tx,
    {
      eventId: event.id,
      channel: channel.name,
      recipient,
      kind,
      messageId,
      content: isSealed ? null : content,
      sealed: isSealed ? sealContent(content, secret, messageId) : null,
      heldUntil:
        channel.hasDigests && kind === 'StatusChanged' ? await readDigestTime(tx, recipient) : (heldUntil ?? null),
      units,
      about: about ?? null,
    },
    isLeasing,
  );
}
