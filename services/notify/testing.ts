/** For this service's tests: notify on real Postgres, and an SMTP server that answers as it is told. */
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import type { EventData, EventType } from '@tma/contracts';
import { transaction } from '@tma/kit';
import { buildParts, createDatabase, testConfig } from '@tma/kit/testing';
import { SMTPServer } from 'smtp-server';
import { v7 as uuid } from 'uuid';
import { inject } from 'vitest';
import type { NotifyConfig } from './config.ts';
import { handlers as handlersOf } from './events.ts';
import { plan } from './plan.ts';
import { startSender } from './sender.ts';

export interface Mail {
  to: string;
  subject: string;
  messageId: string;
  text: string;
}

/** What the server answers to a mail: null takes it. */
type Answer = (mail: Mail) => { code: number; text: string } | null | Promise<null>;

/** An SMTP server that keeps what it took. */
async function startSmtp() {
  const taken: Mail[] = [];
  let answer: Answer = () => null;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    async onData(stream, session, done) {
      const raw = await text(stream);
      const header = (name: string) => new RegExp(`^${name}: (.*(?:\\r\\n[ \\t].*)*)`, 'im').exec(raw)?.[1] ?? '';
      const mail: Mail = {
        to: session.envelope.rcptTo[0]?.address ?? '',
        subject: header('Subject').replace(/\r\n[ \t]+/g, ' '),
        messageId: header('Message-ID'),
        text: raw,
      };
      const refused = await answer(mail);
      if (refused) return done(Object.assign(new Error(refused.text), { responseCode: refused.code }));
      taken.push(mail);
      done();
    },
  });
  const sockets = new Set<Socket>();
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
    taken,
    /** Is not there until told to come back. */
    async leave() {
      const closed = new Promise<void>((resolve) => server.server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    comeBack: () => listen(port),
    answers(next: Answer) {
      answer = next;
    },
    stop: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}

/** Notify without Kafka: what it hears is told to it by the tests. */
export async function startNotify() {
  const backing = inject('backing');
  const database = await createDatabase(backing.clusterUrl, new URL('./migrations', import.meta.url));
  const smtp = await startSmtp();
  const config: NotifyConfig = {
    ...testConfig(database.url, backing),
    SMTP_URL: smtp.url,
    MAIL_FROM: 'Portal <no-reply@portal.test>',
    UNSUBSCRIBE_SECRET: 'a secret of this test, long enough for it',
  };
  const parts = await buildParts(config, plan);
  const stopSender = startSender(parts);
  const handlers = handlersOf(parts);

  return {
    smtp,
    pool: parts.pool,
    /** Lets notify hear of an event. @returns its id, which Message-IDs carry */
    async hear<T extends EventType>(type: T, data: EventData<T>, id = uuid()): Promise<string> {
      const handler = handlers[type] as unknown as (data: EventData<T>, tx: unknown, event: object) => Promise<void>;
      await transaction(parts.pool, (tx) => handler(data, tx, { id, type, time: new Date().toISOString() }));
      return id;
    },
    /** The subjects that came to an address, in order. */
    subjects: (to: string) => smtp.taken.filter((mail) => mail.to === to).map(({ subject }) => subject),
    async stop() {
      await stopSender();
      await smtp.stop();
      parts.redis.close();
      await parts.pool.end();
      await database.drop();
    },
  };
}
