/** For this service's tests: notify on real Postgres, with an SMTP server whose answers the tests choose. */
import type { EventData, EventType } from '@tma/contracts';
import { type Pool, transaction } from '@tma/kit';
import { buildParts, createDatabase, testConfig } from '@tma/kit/testing';
import { v7 as uuid } from 'uuid';
import { inject } from 'vitest';
import { createMailChannel } from '../channels/mail/channel.ts';
import type { NotifyConfig } from '../config.ts';
import { checks, handlers as handlersOf } from '../events.ts';
import { plan } from '../plan.ts';
import { Sender } from '../queue/sender.ts';
import { linkSecret } from './events.ts';
import { startSmtp } from './smtp.ts';

/** SMS_KEY of these tests. */
export const smsKey = 'a-key-of-the-gateway-of-this-test';

/** Notify without Kafka: the tests call its event handlers. */
export async function startNotify(settings: Partial<NotifyConfig> = {}) {
  const backing = inject('backing');
  const database = await createDatabase(backing.clusterUrl, new URL('../schema/', import.meta.url));
  const smtp = await startSmtp();
  const config: NotifyConfig = {
    ...testConfig(database.url, backing),
    SMTP_URL: smtp.url,
    MAIL_FROM: 'Portal <no-reply@portal.test>',
    LINK_SECRET: linkSecret,
    CLOSURE_LINK_SECRET: Buffer.alloc(32, 8),
    TIME_ZONE: 'Asia/Karachi',
    SMS_FROM: 'TMA',
    SMS_PORT: 0,
    SMS_CALLBACK: 'http://127.0.0.1:1',
    SMS_KEY: smsKey,
    SMS_COUNTRIES: ['PK'],
    SMS_PER_DAY: 5000,
    SMS_QUIET: null,
    UNSUBSCRIBE_SECRET: 'a secret of this test, long enough for it',
    ...settings,
  };
  const parts = await buildParts(config, plan);
  const [sender] = parts.senders as [Sender];
  const stops = parts.senders.map((each) => each.start());
  const handlers = handlersOf(parts);
  const app = await plan.app(parts);

  /** A sender of the same mails, as another process has one. */
  const createAnother = (pool: Pool) => new Sender({ ...sender.parts, pool, channel: createMailChannel(config) });

  return {
    smtp,
    /** Answers a request without a socket. */
    inject: app.inject.bind(app),
    /** Seals the keys of accounts' links. */
    secret: config.LINK_SECRET,
    /** Seals the keys of closures' links. */
    closureSecret: config.CLOSURE_LINK_SECRET,
    pool: parts.pool,
    sender,
    /** All parts, of an SMS channel too where SMS_URL is set. */
    parts,
    config,
    createAnother,
    /** Another process that sends the same mails. @returns what stops it */
    startAnother: () => createAnother(parts.pool).start(),
    /** Handles an event as its consumer does. @returns the event's id, which the Message-ID contains */
    async handle<T extends EventType>(type: T, data: EventData<T>, id = uuid()): Promise<string> {
      const handler = handlers[type] as unknown as (data: EventData<T>, tx: unknown, event: object) => Promise<void>;
      await transaction(parts.pool, (tx) => handler(data, tx, { id, type, time: new Date().toISOString() }));
      return id;
    },
    /** What it handles and refuses, for a consumer of a test. */
    handlers,
    checks: checks(config),
    /** The subjects that an address received, in order. */
    subjects: (to: string) => smtp.received.filter((mail) => mail.to === to).map(({ subject }) => subject),
    /** What an address received says, decoded. */
    textTo: (to: string) =>
      smtp.received
        .filter((mail) => mail.to === to)
        .map(({ text }) => text.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '='))
        .join('\n'),
    /** All that the queue has of messages, by their recipients or the ids of their events, as text: a line each. */
    async stored(...of: string[]): Promise<string> {
      const { rows } = await parts.pool.query<{ row: string }>(
        `select row_to_json(d)::text as row from deliveries d
         where recipient = any($1) or event_id::text = any($1) order by position`,
        [of],
      );
      return rows.map(({ row }) => row).join('\n');
    },
    /** What is held back for a digest to an address is due. */
    makeDigestDue: (to: string) =>
      parts.pool.query(
        "update deliveries set held_until = now() where recipient = $1 and held_until is not null and state = 'queued'",
        [to],
      ),
    /** The Message-IDs that an address received, in order. */
    idsTo: (to: string) => smtp.received.filter((mail) => mail.to === to).map(({ messageId }) => messageId),
    async stop() {
      await Promise.all(stops.map((stop) => stop()));
      await app.close();
      await smtp.stop();
      parts.redis.close();
      await parts.pool.end();
      await database.drop();
    },
  };
}
