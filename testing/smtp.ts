import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';

interface Mail {
  messageId: string;
  to: string;
  subject: string;
  text: string;
}

/** How the server treats who connects: takes mails, is not there, says "later", says "never", says nothing. */
export type Mood = 'taking' | 'refusing' | 'temporary' | 'permanent' | 'hanging';

export interface Smtp {
  url: string;
  /** Every mail that was answered with 250, in order; one that came twice is there twice. */
  taken: readonly Mail[];
  /** Message-IDs of mails that were refused for good. */
  refused: ReadonlySet<string>;
  turn(mood: Mood): Promise<void>;
  stop(): Promise<void>;
}

const replies = {
  temporary: { text: 'Try again later', responseCode: 451 },
  permanent: { text: 'No such mailbox', responseCode: 554 },
};

/** An SMTP server that behaves as it is told and keeps every mail it took. */
export async function startSmtp(): Promise<Smtp> {
  const taken: Mail[] = [];
  const refused = new Set<string>();
  const sockets = new Set<Socket>();
  let mood: Mood = 'taking';

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    async onData(stream, session, done) {
      const raw = await buffer(stream).catch(() => null);
      if (!raw) return done(new Error('The sender went away'));
      const { messageId = '', subject = '', text = '' } = await PostalMime.parse(raw);
      if (mood === 'hanging') return;
      if (mood === 'permanent') refused.add(messageId);
      if (mood === 'temporary' || mood === 'permanent') {
        const { text: words, responseCode } = replies[mood];
        return done(Object.assign(new Error(words), { responseCode }));
      }
      taken.push({ messageId, subject, text, to: session.envelope.rcptTo[0]?.address ?? '' });
      done();
    },
  });
  // A client that is killed in the middle of a sentence is no fault of this server's.
  server.on('error', () => {});
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const { port } = server.server.address() as AddressInfo;

  const leave = () => {
    const closed = new Promise<void>((resolve) => server.server.close(() => resolve()));
    for (const socket of sockets) socket.destroy();
    return closed;
  };
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken,
    refused,
    async turn(next) {
      if (next === 'refusing') await leave();
      else if (mood === 'refusing') await listen(port);
      // Who was kept waiting for an answer is left without one, as by a server that is started again.
      if (mood === 'hanging') for (const socket of sockets) socket.destroy();
      mood = next;
    },
    stop: leave,
  };
}
