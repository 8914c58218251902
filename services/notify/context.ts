import type { BaseParts, Parts } from '@tma/kit';
import { createMailChannel } from './channels/mail/channel.ts';
import { createSmsChannel } from './channels/sms/channel.ts';
import type { NotifyConfig } from './config.ts';
import { Sender } from './queue/sender.ts';

/** The parts that only this service has. */
export interface NotifyOwn {
  /** One for each channel. */
  senders: readonly Sender[];
}

/** What the routes and consumers of this service work with. */
export type Notify = Parts<NotifyConfig> & NotifyOwn;

export async function buildOwn({ config, log, pool }: BaseParts<NotifyConfig>): Promise<NotifyOwn> {
  const sms = config.SMS_URL ? [createSmsChannel(config.SMS_URL, config)] : [];
  const channels = [createMailChannel(config), ...sms];
  const { hostname: host } = new URL(config.PUBLIC_URL);
  return { senders: channels.map((channel) => new Sender({ channel, log, pool, secret: config.LINK_SECRET, host })) };
}

/** The sender of messages to telephones; undefined where none are sent. */
export const smsSender = ({ senders }: NotifyOwn) => senders.find(({ parts }) => parts.channel.name === 'sms');
