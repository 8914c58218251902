import { lifetimes } from '@tma/contracts';
import { type Channel, type Failure, TooLate } from '../../queue/channel.ts';
import { textsIn } from '../../texts/index.ts';
import { type MailConfig, mailsOfEvents } from './events.ts';
import type { Mail } from './layout.ts';
import { digest } from './mails.ts';
import { connectionsOf, createTransport } from './transport.ts';

type ChannelConfig = MailConfig & {
  SMTP_URL: string;
  /** The sender of every mail. */
  MAIL_FROM: string;
};

/** Mails, over connections to an SMTP server; none is opened before the first mail. */
export function createMailChannel(config: ChannelConfig): Channel {
  const transport = createTransport(config.SMTP_URL);
  return {
    name: 'mail',
    protocol: 'smtp',
    messages: mailsOfEvents(config),
    hasDigests: true,
    hasReceipts: false,
    retrySeconds: lifetimes.mailRetry,
    concurrency: connectionsOf(config.SMTP_URL),
    async send(mails: readonly Mail[], { messageId, signal, beforeEnd }) {
      if (mails.some(({ until }) => until && Date.parse(until) <= Date.now())) throw new TooLate();
      // The language of the newest: whoever chose another meanwhile has it now. What they list was written before.
      const mail = digest(mails, textsIn(mails.at(-1)?.language), config.PUBLIC_URL);
      await transport.sendMail({ ...mail, from: config.MAIL_FROM, ...{ messageId, signal, beforeEnd } });
    },
    classifyFailure,
    close: () => transport.close(),
  };
}

/**
 * Of the mail: rejected for good (a 5xx reply; RFC 5321, 4.2.1; or too late) or deferred (4xx). Of the server: unreachable, also when
 * it refuses the connection or the password. That answer is a 5xx too, but costs no mail.
 * @param error as nodemailer throws it: `code` names the step, `responseCode` is the server's reply
 */
export function classifyFailure(error: unknown): Failure {
  if (error instanceof TooLate) return 'rejected';
  const { code = '', responseCode } = error as { code?: string; responseCode?: number };
  if (responseCode === undefined || !['EENVELOPE', 'EMESSAGE'].includes(code)) return 'unreachable';
  return responseCode >= 500 ? 'rejected' : 'deferred';
}
