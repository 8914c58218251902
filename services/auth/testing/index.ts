/** For this service's tests: the service on real Postgres and Redis, and callers with an IP of their own. */
import { randomBytes, randomInt } from 'node:crypto';
import { Writable } from 'node:stream';
import { type EventData, type EventType, topics } from '@tma/contracts';
import { buildParts, createDatabase } from '@tma/kit/testing';
import { pino } from 'pino';
import { v7 as uuid } from 'uuid';
import { inject } from 'vitest';
import { type AuthConfig, loadConfig } from './config.ts';
import { plan } from './plan.ts';
import { outboxOf } from './testing.store.ts';

export const portal = 'http://portal.test';
export const secretKey = 'the secret key of this test';
export const goodPassword = 'correct horse battery';

export interface Call {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD';
  body?: unknown;
  token?: string;
  ip?: string;
  headers?: Record<string, string>;
}

/** An address of 127.0.0.0/8 that nobody else has used. */
export const newIp = () => `127.${randomInt(1, 255)}.${randomInt(256)}.${randomInt(1, 255)}`;
export const newEmail = () => `${uuid()}@example.org`;

/** @param changes variables of the environment that differ from the usual */
export async function startAuth(changes: Record<string, string> = {}) {
  const { clusterUrl, redisUrl, kafkaBrokers } = inject('backing');
  const database = changes.DATABASE_URL ? null : await createDatabase(clusterUrl, plan.migrations);
  const read: AuthConfig = loadConfig({
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
    TEHSILS: 'Mardan, Takht Bhai',
    ...changes,
  });
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const parts = await buildParts(read, plan, pino({ level: 'info' }, stream));
  const app = await plan.app(parts);
  const ip = newIp();

  /** Calls the service as the gateway would. */
  async function call(url: string, { method, body, token, headers, ip: from = ip }: Call = {}) {
    const answer = await app.inject({
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      url,
      payload: body === undefined ? undefined : JSON.stringify(body),
      headers: {
        'x-forwarded-for': from,
        'x-supabase-api-version': '2024-01-01',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...headers,
      },
    });
    const isJson = /json/.test(String(answer.headers['content-type'])) && answer.body !== '';
    return {
      status: answer.statusCode,
      headers: answer.headers,
      text: answer.body,
      body: isJson ? answer.json() : null,
    };
  }

  /** The events of a kind that one person's outbox holds, oldest first. */
  const eventsOf = async <T extends EventType>(type: T, subject: string): Promise<EventData<T>[]> =>
    (await outboxOf(parts.pool, subject))
      .filter((event) => event.topic === topics.identity && event.payload.type === type)
      .map((event) => event.payload.data as EventData<T>);

  const linkOf = async (type: 'VerificationRequested' | 'RecoveryRequested' | 'EmailChangeRequested', id: string) => {
    const link = new URL((await eventsOf(type, id)).at(-1)?.link ?? 'about:blank');
    return {
      link,
      path: link.pathname + link.search,
      token: link.searchParams.get('token') ?? link.searchParams.get('token_hash'),
    };
  };

  async function signUp(email = newEmail(), data: Record<string, string> = {}, password = goodPassword) {
    const { body } = await call('/auth/v1/signup', { body: { email, password, data }, ip: newIp() });
    return { id: body.id as string, email, password };
  }

  const signIn = async (email: string, password = goodPassword, from = newIp()) =>
    call('/auth/v1/token?grant_type=password', { body: { email, password }, ip: from });

  /** A resident who confirmed and signed in. */
  async function resident(data: Record<string, string> = { first_name: 'Sana', last_name: 'Khan', tehsil: 'Mardan' }) {
    const person = await signUp(newEmail(), data);
    await call((await linkOf('VerificationRequested', person.id)).path);
    const { body } = await signIn(person.email);
    return { ...person, token: body.access_token as string, refresh: body.refresh_token as string };
  }

  /** An administrator who signed in. */
  async function admin(email = newEmail(), tehsil = 'Mardan') {
    const body = {
      First_Name: 'A',
      Last_Name: 'B',
      Email: email,
      Password: goodPassword,
      Tehsil: tehsil,
      Secret_Key: secretKey,
    };
    await call('/adminsignup', { body, ip: newIp() });
    const answer = await call('/adminsignin', { body: { Email: email, Password: goodPassword }, ip: newIp() });
    return { email, token: answer.body.Token as string };
  }

  return {
    app,
    parts,
    pool: parts.pool,
    config: read,
    lines,
    call,
    eventsOf,
    linkOf,
    signUp,
    signIn,
    resident,
    admin,
    async stop() {
      await app.close();
      parts.redis.close();
      await parts.pool.end();
      await database?.drop();
    },
  };
}

export type AuthService = Awaited<ReturnType<typeof startAuth>>;

/** What a token says, unchecked. */
export const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
