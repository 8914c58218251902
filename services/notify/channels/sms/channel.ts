import { lifetimes } from '@tma/contracts';
import type { NotifyConfig } from '../../config.ts';
import { type Channel, type Failure, TooLate } from '../../queue/channel.ts';
import { smsOfEvents } from './events.ts';
import { createKannel, failureOf } from './kannel.ts';
import type { Sms } from './message.ts';
import { quietUntil } from './quiet.ts';

/** Messages to telephones, through Kannel. @param url SMS_URL */
export function createSmsChannel(url: string, config: NotifyConfig): Channel {
  const handOver = createKannel(url, config);
  return {
    name: 'sms',
    protocol: 'http',
    messages: smsOfEvents(config),
    hasDigests: false,
    hasReceipts: true,
    retrySeconds: lifetimes.smsRetry,
    concurrency: 5,
    // It may have been deferred into the quiet hours.
    heldUntil: (content) =>
      (content as Sms).isAnswer ? null : quietUntil(new Date(), config.SMS_QUIET, config.TIME_ZONE),
    async send([content], { recipient: to, position, ageSeconds, signal, beforeEnd }) {
      const { text, until } = content as Sms;
      const goodForMs = until ? Date.parse(until) - Date.now() : (lifetimes.smsRetry - ageSeconds) * 1000;
      if (goodForMs <= 0) throw new TooLate();
      beforeEnd();
      await handOver({ to, text, position, goodForMs }, signal);
    },
    classifyFailure: (error): Failure => (error instanceof TooLate ? 'rejected' : failureOf(error)),
    close: () => {},
  };
}
