import { Readable } from 'node:stream';
import { lifetimes } from '@tma/contracts';
import { createTransport as createNodemailer, type Transporter } from 'nodemailer';
import type { NotifyConfig } from '../../config.ts';
import { type Channel, type Failure, TooLate } from '../../queue/channel.ts';
import { textsIn } from '../../texts/index.ts';
import { mailsOfEvents } from './events.ts';
import type { Mail } from './layout.ts';
import { digest } from './mails.ts';

/** Mails, over connections to an SMTP server; none is opened before the first mail. */
export function createMailChannel(config: NotifyConfig): Channel {
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
      let isWhole = false;
      const noteEnd = () => {
        beforeEnd();
        isWhole = true;
      };
      try {
        await transport.sendMail({ ...mail, from: config.MAIL_FROM, ...{ messageId, signal, beforeEnd: noteEnd } });
      } catch (error) {
        const { responseCode } = error as { responseCode?: number };
        throw isWhole && responseCode === undefined ? new Unanswered(error as Error) : error;
      }
    },
    classifyFailure,
    close: () => transport.close(),
  };
}

/** All of a mail was sent, and the server has not answered: it may deliver it. */
export class Unanswered extends Error {
  constructor(cause: Error) {
    super(cause.message, { cause });
  }
}

/**
 * Of the mail: rejected for good (a 5xx reply; RFC 5321, 4.2.1; or too late), deferred (4xx) or uncertain. Of the server: unreachable,
 * also when it refuses the connection or the password. That answer is a 5xx too, but costs no mail.
 * @param error as nodemailer throws it: `code` names the step, `responseCode` is the server's reply
 */
export function classifyFailure(error: unknown): Failure {
  if (error instanceof TooLate) return 'rejected';
  if (error instanceof Unanswered) return 'uncertain';
  const { code = '', responseCode } = error as { code?: string; responseCode?: number };
  if (responseCode === undefined || !['EENVELOPE', 'EMESSAGE'].includes(code)) return 'unreachable';
  return responseCode >= 500 ? 'rejected' : 'deferred';
}

/** How many mails are sent to the SMTP server at once, each over its own connection, unless its URL says otherwise. */
const defaultConnections = 5;

const connectionsOf = (url: string) => Number(new URL(url).searchParams.get('maxConnections')) || defaultConnections;

/**
 * A pool of connections to the SMTP server, which stay open for the next mails. Nothing in a mail can make it read a file or a URL.
 * A password is sent over TLS only, even if somebody between hides that the server supports STARTTLS; `?requireTLS=false` in the
 * URL overrides that. A mail may have a `beforeEnd`, which is called once all of it except its end was sent: if it throws, the
 * connection is closed, and the server discards the mail (RFC 5321, 4.1.1.10).
 */
export function createTransport(url: string): Transporter {
  const transport = createNodemailer({
    url,
    requireTLS: new URL(url).username !== '',
    pool: true,
    maxConnections: connectionsOf(url),
    maxRequeues: 0,
    connectionTimeout: 5000,
    greetingTimeout: 5000,
    socketTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  transport.use('stream', ({ data, message }, done) => {
    const { beforeEnd } = data as { beforeEnd?: () => void };
    if (beforeEnd) message.processFunc((content) => Readable.from(withCheck(content, beforeEnd), { highWaterMark: 1 }));
    done();
  });
  return transport;
}

/**
 * Reads only as far as its reader has asked: a transform would have read a small mail completely before the server asked for any of
 * it.
 */
async function* withCheck(content: Readable, beforeEnd: () => void) {
  yield* content;
  beforeEnd();
}
