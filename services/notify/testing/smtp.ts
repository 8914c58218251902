import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

interface Mail {
  to: string;
  subject: string;
  messageId: string;
  text: string;
}

/** What the server answers to a mail: null accepts it. */
type Answer = (mail: Mail) => { code: number; text: string } | null | Promise<null>;

/** An SMTP server that keeps the mails that it accepted. */
export async function startSmtp() {
  const received: Mail[] = [];
  let answer: Answer = () => null;
  let beforeData: (to: string) => void | Promise<void> = () => {};
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    async onRcptTo({ address }, _session, done) {
      await beforeData(address);
      done();
    },
    async onData(stream, session, done) {
      const raw = await text(stream).catch(() => null);
      // The sender closed the connection before the end.
      if (raw === null) return;
      const header = (name: string) => new RegExp(`^${name}: (.*(?:\\r\\n[ \\t].*)*)`, 'im').exec(raw)?.[1] ?? '';
      const mail: Mail = {
        to: session.envelope.rcptTo[0]?.address ?? '',
        subject: header('Subject').replace(/\r\n[ \t]+/g, ' '),
        messageId: header('Message-ID'),
        text: raw,
      };
      const rejection = await answer(mail);
      if (rejection) return done(Object.assign(new Error(rejection.text), { responseCode: rejection.code }));
      received.push(mail);
      done();
    },
  });
  const sockets = new Set<Socket>();
  // Connections that the tests cut are reported as errors.
  server.on('error', () => {});
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    /** Closes its port and connections, until `goUp`. */
    async goDown() {
      const closed = new Promise<void>((resolve) => server.server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    goUp: () => listen(port),
    answerWith(next: Answer) {
      answer = next;
    },
    /** Has the server wait before it asks for a mail's content. */
    waitBeforeData(next: (to: string) => void | Promise<void>) {
      beforeData = next;
    },
    stop: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}
