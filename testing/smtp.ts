import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

interface Mail {
  messageId: string;
  to: string;
  subject: string;
  text: string;
  /** When the whole of it was here, by `performance.now()`. */
  at: number;
}

/** What the server does with a client: accepts mails, refuses connections, answers 4xx, answers 5xx, does not answer. */
export type Behavior = 'accepting' | 'refusing' | 'temporary' | 'permanent' | 'hanging';

export interface Smtp {
  url: string;
  /** Every mail that was answered with 250, in order, duplicates included. */
  received: readonly Mail[];
  /** Message-IDs of mails that were answered with 5xx. */
  refused: ReadonlySet<string>;
  setBehavior(behavior: Behavior): Promise<void>;
  stop(): Promise<void>;
}

const replies = {
  temporary: { text: 'Try again later', responseCode: 451 },
  permanent: { text: 'No such mailbox', responseCode: 554 },
};

/** An SMTP server that takes mails over TLS alone, of one user. */
interface Secure {
  key: Buffer;
  cert: Buffer;
  username: string;
  password: string;
  /** Whether TLS begins with the connection (smtps) or by STARTTLS. */
  fromTheStart: boolean;
}

/**
 * An SMTP server for tests, whose behaviour can be changed; it keeps every mail that it accepted.
 * @param secure without it the server asks for nothing
 */
export async function startSmtp(secure?: Secure): Promise<Smtp> {
  const received: Mail[] = [];
  const refused = new Set<string>();
  const sockets = new Set<Socket>();
  let behavior: Behavior = 'accepting';

  const server = new SMTPServer({
    ...(secure ? demands(secure) : { authOptional: true, disabledCommands: ['STARTTLS'] }),
    logger: false,
    async onData(stream, session, done) {
      const raw = await buffer(stream).catch(() => null);
      if (!raw) return done(new Error('The sender went away'));
      const at = performance.now();
      const { messageId = '', subject = '', text = '' } = await PostalMime.parse(raw);
      if (behavior === 'hanging') return;
      if (behavior === 'permanent') refused.add(messageId);
      if (behavior === 'temporary' || behavior === 'permanent') {
        const { text: words, responseCode } = replies[behavior];
        return done(Object.assign(new Error(words), { responseCode }));
      }
      received.push({ messageId, subject, text, to: session.envelope.rcptTo[0]?.address ?? '', at });
      done();
    },
  });
  // Connections of clients that are killed are reported as errors.
  server.on('error', () => {});
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const { port } = server.server.address() as AddressInfo;

  const close = () => {
    const closed = new Promise<void>((resolve) => server.server.close(() => resolve()));
    for (const socket of sockets) socket.destroy();
    return closed;
  };
  return {
    url: secure
      ? `${secure.fromTheStart ? 'smtps' : 'smtp'}://${secure.username}:${secure.password}@localhost:${port}`
      : `smtp://127.0.0.1:${port}`,
    received,
    refused,
    async setBehavior(next) {
      if (next === 'refusing') await close();
      else if (behavior === 'refusing') await listen(port);
      // Clients that still wait get no answer, as when a server is restarted.
      if (behavior === 'hanging') for (const socket of sockets) socket.destroy();
      behavior = next;
    },
    stop: close,
  };
}

/** smtp-server takes neither a password before TLS nor a mail before a password. */
const demands = ({ key, cert, username, password, fromTheStart }: Secure): SMTPServerOptions => ({
  key,
  cert,
  secure: fromTheStart,
  onAuth({ username: given, password: word }, _session, done) {
    if (given === username && word === password) return done(null, { user: username });
    done(new Error('Invalid username or password'));
  },
});
