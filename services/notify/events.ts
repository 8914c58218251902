import type { EventType } from '@tma/contracts';
import type { EventChecks, EventHandlers, EventInfo, Tx } from '@tma/kit';
import { phoneHandlers, smsChecks } from './channels/sms/handlers.ts';
import type { NotifyConfig } from './config.ts';
import type { Notify } from './context.ts';
import { linkChecks } from './links/links.ts';
import type { Channel, Message } from './queue/channel.ts';
import { enqueue } from './queue/enqueue.ts';
import { isSuppressed } from './unsubscribe/suppressions.store.ts';

/** Queues the messages of each channel for an event, in the transaction that records the event as handled. */
export function handlers({ senders }: Pick<Notify, 'senders'>): EventHandlers {
  const handle = async (data: unknown, tx: Tx, event: EventInfo) => {
    for (const sender of senders) {
      const messages = await messagesOf(sender.parts.channel, event.type as EventType, data, tx);
      await enqueue(tx, sender, event, await withoutStopped(tx, messages));
    }
  };
  const types = new Set(senders.flatMap(({ parts }) => Object.keys(parts.channel.messages)));
  return { ...Object.fromEntries([...types].map((type) => [type, handle])), ...phoneHandlers };
}

/** The checks by which forged events are refused, those of links and of messages to telephones. */
export function checks(config: NotifyConfig): EventChecks {
  const [links, sms] = [linkChecks(config), smsChecks(config)];
  return {
    ...links,
    ...sms,
    StatusChanged: (data) => {
      links.StatusChanged?.(data);
      sms.StatusChanged(data);
    },
  };
}

const messagesOf = async ({ messages }: Channel, type: EventType, data: unknown, tx: Tx): Promise<readonly Message[]> =>
  (await messages[type]?.(data as never, tx)) ?? [];

/** Leaves out messages that their recipient has unsubscribed from. */
async function withoutStopped(tx: Tx, messages: readonly Message[]): Promise<Message[]> {
  const wanted: Message[] = [];
  for (const message of messages)
    if (!message.canBeStopped || !(await isSuppressed(tx, message.recipient))) wanted.push(message);
  return wanted;
}
