/** For this service's tests: the service on real Postgres and Redis, with accounts and callers. */
import { randomBytes } from 'node:crypto';
import { connectRedis, createEndedSessions, createLog } from '@tma/kit';
import { buildParts, createDatabase } from '@tma/kit/testing';
import { pino } from 'pino';
import { expect, inject } from 'vitest';
import { loadConfig } from '../config.ts';
import { plan } from '../plan.ts';
import { createCaller } from './calls.ts';
import { createEventReader } from './events.ts';
import { portal, secretKey } from './fixtures.ts';
import { createPeople } from './people.ts';

export type { Call } from './calls.ts';
export * from './fixtures.ts';

/** @param changes settings that differ from the usual; with DATABASE_URL that database, else one of its own */
export async function startAuth(changes: Record<string, string> = {}) {
  const { clusterUrl, redisUrl, kafkaBrokers } = inject('backing');
  const database = changes.DATABASE_URL ? null : await createDatabase(clusterUrl, plan.schema);
  const config = loadConfig({
    NODE_ENV: 'test',
    PORT: '0',
    PUBLIC_URL: portal,
    LOG_LEVEL: 'silent',
    DATABASE_URL: database?.url,
    KAFKA_BROKERS: kafkaBrokers.join(','),
    REDIS_URL: redisUrl,
    JWKS_URL: `${portal}/keys`,
    ADMIN_SECRET_KEY: secretKey,
    SIGNING_KEY_SECRET: randomBytes(32).toString('base64url'),
    LINK_SECRET: randomBytes(32).toString('base64url'),
    TEHSILS: 'Mardan, Takht Bhai',
    SMS: 'on',
    ...changes,
  });
  const lines: string[] = [];
  const parts = await buildParts(config, plan, pino({ level: 'info' }, { write: (line) => void lines.push(line) }));
  const app = await plan.app(parts);
  const call = createCaller(app);
  const events = createEventReader(parts.pool, config);
  const redisOfCommands = connectRedis(redisUrl, createLog('auth', 'silent'), 'auth');
  return {
    pool: parts.pool,
    linkKeys: parts.linkKeys,
    hashing: parts.hashing,
    seen: parts.seen,
    ended: parts.ended,
    config,
    /** What a command works with: it runs in a process of its own, which knows nothing of the service's memory. */
    asCommand: () => ({ pool: parts.pool, ended: createEndedSessions(parts.pool, redisOfCommands) }),
    /** Waits until a statement waits for a lock in this service's database. */
    somebodyWaits: () =>
      expect
        .poll(async () => {
          const { rows } = await parts.pool.query(
            "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
          );
          return rows.length;
        })
        .toBe(1),
    /** What the service has logged. */
    lines,
    call,
    ...events,
    ...createPeople(call, events),
    async stop() {
      await app.close();
      parts.redis.close();
      redisOfCommands.close();
      await parts.pool.end();
      await database?.drop();
    },
  };
}

export type AuthService = Awaited<ReturnType<typeof startAuth>>;
