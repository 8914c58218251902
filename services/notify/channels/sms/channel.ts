import { lifetimes } from '@tma/contracts';
import type { Channel, Failure } from '../../queue/channel.ts';
import type { SmsConfig } from './config.ts';
import { smsOfEvents } from './events.ts';
import { createKannel, failureOf } from './kannel.ts';
import type { Sms } from './message.ts';
import { quietUntil } from './quiet.ts';

/** Sent after its time, a message is of no use: a code that is over. */
class TooLate extends Error {}

/** Messages to telephones, through Kannel. @param gateway SMS_URL */
export function createSmsChannel(gateway: string, config: SmsConfig): Channel {
  const hand = createKannel(gateway, config);
  return {
    name: 'sms',
    protocol: 'http',
    messages: smsOfEvents(config),
    hasDigests: false,
    hasReceipts: true,
    retrySeconds: lifetimes.smsRetry,
    concurrency: 5,
    async send([content], { recipient, position, signal, beforeEnd }) {
      const { text, isAnswer, until } = content as Sms;
      if (until && Date.parse(until) < Date.now()) throw new TooLate('it is over');
      // It was deferred for so long that everybody sleeps.
      if (!isAnswer && quietUntil(new Date(), config.SMS_QUIET, config.TIME_ZONE))
        throw new Error('these hours are quiet');
      beforeEnd();
      await hand(recipient, text, position, signal);
    },
    classifyFailure: (error): Failure => (error instanceof TooLate ? 'rejected' : failureOf(error)),
    close: () => {},
  };
}
