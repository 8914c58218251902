import { Readable } from 'node:stream';
import { createTransport as createNodemailer, type Transporter } from 'nodemailer';

/** How many mails are on their way to the SMTP server at once, each on a connection of its own, unless its URL says otherwise. */
const defaultConnections = 5;

export const connectionsOf = (url: string) =>
  Number(new URL(url).searchParams.get('maxConnections')) || defaultConnections;

/**
 * A pool of connections to the SMTP server, which stay open for the next mails. Nothing in a mail makes it read a file or a
 * URL. A password is sent over TLS alone, whoever on the way hides that the server knows STARTTLS; `?requireTLS=false` in the
 * URL, whose word comes last, allows more. A mail may have a `beforeEnd`, which is called once all of it was sent but its end:
 * if it throws, the connection is closed, and the server forgets the mail (RFC 5321, 4.1.1.10).
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

/** Reads on only as it is read: a transform would have read a small mail whole before the server asked for any of it. */
async function* withCheck(content: Readable, beforeEnd: () => void) {
  yield* content;
  beforeEnd();
}
