/** Each service's user in Kafka and Redis does what that service does, and nothing of another's: docs/decisions/055. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  consumers,
  deadLetterTopic,
  type Service,
  services,
  topics,
  topicsBy,
  topicsOf,
  topicWriters,
} from '@tma/contracts';
import { connectKafka } from '@tma/kit';
import { createClient } from '@tma/kit/testing';
import { Redis } from 'ioredis';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type KafkaUser, kafkaUserOf, redisRules, userOf } from '../../infra/access/grants.ts';
import { startKafka } from '../../infra/backing/kafka.ts';
import { startRedis } from '../../infra/backing/redis.ts';
import { childEnvironment } from '../../infra/config.ts';
import { databaseVariable, kafkaPasswordVariable, kafkaUsers } from '../../infra/deploy/tools.config.ts';
import type { Child } from '../../infra/processes/children.ts';
import { freePorts } from '../../infra/processes/ports.ts';
import { run } from '../../infra/processes/run-program.ts';
import { byService } from '../../infra/system.ts';
import { topicPlans } from '../../infra/topic-plans.ts';
import { read } from '../../testing/house/tree.ts';

const log = pino({ level: 'silent' });
const passwords = { ...byService((name) => `of-${name}-4716-4716-4716`), tools: 'of-tools-4716-4716-4716' };
const undo: (() => Promise<unknown>)[] = [];
let folder: string;
let ports: Record<'kafka' | 'kafkaController' | 'local' | 'redis', number>;

/** The settings of compose's broker, for a native one on these ports. */
function composeBroker(): Record<string, string> {
  const { environment } = parse(read('infra/compose.yaml')).services.kafka as { environment: Record<string, unknown> };
  const named = Object.entries(environment).map(([name, value]) => [
    name.slice('KAFKA_'.length).replaceAll('___', '-').replaceAll('_', '.').toLowerCase(),
    String(value)
      .replace('CLIENTS://:9092', `CLIENTS://127.0.0.1:${ports.kafka}`)
      .replace('CLIENTS://kafka:9092', `CLIENTS://127.0.0.1:${ports.kafka}`)
      .replace('127.0.0.1:19092', `127.0.0.1:${ports.local}`)
      .replace('127.0.0.1:9093', `127.0.0.1:${ports.kafkaController}`),
  ]);
  const wanted = /listener|security|authorizer|super|quorum/;
  return Object.fromEntries(named.filter(([name = '']) => wanted.test(name)));
}

/** Redis 6.2, which the native way may bring, has no keys that are only read: there they may be written too. */
let hasReadOnlyKeys = true;

async function startRedisWithUsers(): Promise<Child> {
  const start = (rulesOf: (name: Service) => string[]) => {
    const users = services.flatMap((name) => ['--user', userOf(name), 'on', `>${passwords[name]}`, ...rulesOf(name)]);
    return startRedis(join(folder, 'redis'), ports.redis, undefined, [...users, '--user', 'default', 'off']);
  };
  return start(redisRules).catch((error: Error) => {
    if (!error.message.includes('%R~')) throw error;
    hasReadOnlyKeys = false;
    return start((name) => redisRules(name).map((rule) => rule.replace('%R~', '~')));
  });
}

const stopping = (child: Child) => () => child.stop('SIGTERM', 5000);
/** Kafka as a service connects to it. */
function as(name: KafkaUser, password: string = passwords[name]) {
  const sasl = { mechanism: 'scram-sha-512' as const, username: kafkaUserOf(name), password };
  const kafka = connectKafka({ brokers: [`127.0.0.1:${ports.kafka}`], sasl }, name, log, () => {});
  undo.push(kafka.close);
  return kafka;
}
/** Runs setup as compose does, from within the broker's network; there is no Postgres here. */
async function setUp() {
  const env = {
    ...childEnvironment(),
    KAFKA_BROKERS: `127.0.0.1:${ports.local}`,
    ...Object.fromEntries(services.map((name) => [databaseVariable(name), `postgres://localhost/${name}`])),
    ...Object.fromEntries(kafkaUsers.map((name) => [kafkaPasswordVariable(name), passwords[name]])),
  };
  const { code, output } = await run(process.execPath, ['infra/deploy/setup.ts'], { env });
  expect(output).toContain('6 users of Kafka');
  expect(code).toBe(0);
}

const write = (kafka: ReturnType<typeof as>, topic: string) => kafka.produce([{ topic, key: 'k', value: '{}' }]);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tma-access-'));
  undo.push(() => rm(folder, { recursive: true, force: true }));
  ports = await freePorts(['kafka', 'kafkaController', 'local', 'redis']);
  const own = { properties: composeBroker(), format: [] };
  undo.push(stopping(await startKafka(join(folder, 'kafka'), ports.kafka, ports.kafkaController, undefined, own)));
  // Each `up` of compose runs it.
  for (let time = 0; time < 2; time += 1) await setUp();
  undo.push(stopping(await startRedisWithUsers()));
});
afterAll(async () => {
  for (const step of undo.toReversed()) await step();
});

describe('in Kafka', () => {
  it.each(services)('%s writes its own topics and its dead letters, and no other', async (name) => {
    const kafka = as(name);
    const every = topicPlans.map((plan) => plan.name);
    const own = [...topicsBy(name), ...topicsOf(name).map((topic) => deadLetterTopic(topic, name))];
    // What setup makes counts a moment later.
    const wrote = (topic: string) =>
      write(kafka, topic).then(
        () => true,
        () => false,
      );
    for (const topic of own) await expect.poll(() => wrote(topic), { timeout: 20_000 }).toBe(true);
    for (const topic of every.filter((one) => !own.includes(one)))
      await expect(write(kafka, topic), topic).rejects.toThrow(/authori[sz]ed|authorization/i);
  });

  it.each(services.filter((name) => topicsOf(name).length > 0))(
    '%s reads what it handles, in its own group',
    async (name) => {
      const heard: string[] = [];
      const kafka = as(name);
      await kafka.consume(name, topicsOf(name), async ({ topic }) => void heard.push(topic));
      for (const topic of topicsOf(name)) await write(as('tools'), topic);
      await expect.poll(() => [...new Set(heard)].sort(), { timeout: 30_000 }).toEqual([...topicsOf(name)].sort());
      await expect
        .poll(async () => (await kafka.lag()).map(({ lag }) => lag), { timeout: 20_000 })
        .toEqual(topicsOf(name).map(() => 0));
    },
  );

  it.each(Object.values(topics))('who writes %s sees who has handled it, to empty their outbox', async (topic) => {
    for (const name of topicWriters[topic]) await expect(as(name).isHandled(topic)).resolves.toBeTypeOf('boolean');
    expect(consumers[topic].length).toBeGreaterThan(0);
  });

  it('files reads no dead letters of notify, and joins no group of another', async () => {
    const sasl = { mechanism: 'scram-sha-512' as const, username: userOf('files'), password: passwords.files };
    const client = createClient({ brokers: [`127.0.0.1:${ports.kafka}`], sasl }, 'files', log);
    const admin = client.admin();
    await admin.connect();
    undo.push(() => admin.disconnect());
    await expect(admin.fetchTopicOffsets(deadLetterTopic(topics.identity, 'notify'))).rejects.toThrow();
    await expect(admin.fetchOffsets({ groupId: 'notify', topics: [topics.identity] })).rejects.toThrow();
    await expect(
      admin.deleteTopicRecords({ topic: topics.identity, partitions: [{ partition: 0, offset: '1' }] }),
    ).rejects.toThrow();
    await expect(admin.createTopics({ topics: [{ topic: 'tma.other' }] })).rejects.toThrow();
  });

  it('nobody gets in without a password', async () => {
    await expect(write(as('auth', 'another-4717-4717-4717'), topics.identity)).rejects.toThrow();
    const plain = connectKafka({ brokers: [`127.0.0.1:${ports.kafka}`] }, 'nobody', log, () => {});
    undo.push(plain.close);
    await expect(write(plain, topics.identity)).rejects.toThrow();
  });
});

describe('in Redis', () => {
  const client = (name: Service) => {
    const redis = new Redis(`redis://${userOf(name)}:${passwords[name]}@127.0.0.1:${ports.redis}`);
    undo.push(async () => redis.disconnect());
    return redis;
  };

  it.each(services)('%s counts its own limits, and neither reads nor writes those of others', async (name) => {
    const redis = client(name);
    expect(await redis.incr(`limit:${name}:signins:x`)).toBeGreaterThan(0);
    expect(await redis.eval("return redis.call('incr', KEYS[1])", 1, `limit:${name}:signins:x`)).toBeGreaterThan(1);
    for (const other of services.filter((one) => one !== name)) {
      await expect(redis.get(`limit:${other}:signins:x`)).rejects.toThrow(/NOPERM/);
      await expect(redis.del(`limit:${other}:signins:x`)).rejects.toThrow(/NOPERM/);
      await expect(redis.eval("return redis.call('get', KEYS[1])", 1, `limit:${other}:signins:x`)).rejects.toThrow(
        /permission|NOPERM/i,
      );
    }
  });

  it.each(services)('%s is told of ended sessions; auth alone ends any', async (name) => {
    const redis = client(name);
    expect([0, 1]).toContain(await redis.exists('session:ended:x'));
    const [set, published] = [redis.set('session:ended:x', '1', 'EX', 60), redis.publish('sessions:ended', 'x')];
    const results = await Promise.allSettled([set, published, redis.publish('another', 'x')]);
    const [mine, written] = name === 'auth' ? [true, true] : [false, !hasReadOnlyKeys];
    expect(results.map(({ status }) => status === 'fulfilled')).toEqual([written, mine, false]);
    await expect(client(name).subscribe('sessions:ended')).resolves.toBe(1);
  });

  it.each(['flushall', 'keys', 'config', 'acl'])('nobody may %s', async (command) => {
    const redis = client('auth');
    const args = { keys: ['*'], config: ['get', '*'], acl: ['list'] }[command] ?? [];
    await expect(redis.call(command, ...args)).rejects.toThrow(/NOPERM/);
  });
});
