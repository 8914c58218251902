import type { Service } from '@tma/contracts';
import closeWithGrace from 'close-with-grace';
import { createRemoteJWKSet, type JWTVerifyGetKey } from 'jose';
import { type Logger, pino } from 'pino';
import type { App } from './app.ts';
import { ConfigError, type ProcessConfig, type ServiceConfig } from './config.ts';
import { connectDb, migrate, type Pool } from './db.ts';
import { addEventMetrics } from './event-metrics.ts';
import { allowFailpoints } from './failpoints.ts';
import { consumeEvents, type EventHandlers } from './inbox.ts';
import { connectKafka } from './kafka/index.ts';
import { addMetrics, type Registry } from './metrics.ts';
import { countDeadLetters } from './outbox.store.ts';
import { startRelay } from './outbox.ts';
import { startPruning } from './prune.ts';
import { connectRedis, type Redis } from './redis.ts';
import { createEndedSessions, type EndedSessions } from './sessions.ts';
import { createTokens, type Tokens } from './tokens.ts';
import { startTracing, traceOfLog } from './tracing/index.ts';
import { countUnknownEvents } from './unknown-events.store.ts';
import { handleUnknownEvents } from './unknown-events.ts';

/** What every service is given: its configuration, and connections that are made already. */
export interface BaseParts<C extends ServiceConfig = ServiceConfig> {
  config: C;
  log: Logger;
  pool: Pool;
  redis: Redis;
  ended: EndedSessions;
}

/** What routes, consumers and background work of a service get; each service adds parts of its own in `build`. */
export interface Parts<C extends ServiceConfig = ServiceConfig> extends BaseParts<C> {
  tokens: Tokens;
}

/** What a service's `build` returns: its own parts, and where its tokens' keys come from if not from the auth service. */
type Built<Own extends object> = Own & { tokenKeys?: JWTVerifyGetKey };

/** Whether all events that Kafka holds for this service took effect: none waits, none is among the dead letters. */
export type CaughtUp = () => Promise<boolean>;

/** What a service is made of. `build` runs once, before the rest; what it returns is in the parts that the others get. */
export interface ServicePlan<C extends ServiceConfig, Own extends object = object> {
  name: Service;
  migrations: URL;
  /** Makes the service's own parts. Throws an error that names the variable to mend when that cannot be done. */
  build(base: BaseParts<C>): Promise<Built<Own>>;
  /** The routes, not listening yet. */
  app(parts: Parts<C> & Own): Promise<App>;
  /** The topics that the service's consumer group reads, and what each event does. */
  consumes?: { topics: readonly string[]; handlers(parts: Parts<C> & Own): EventHandlers };
  /** Metrics beside those of operations and events. */
  metrics?(registry: Registry, parts: Parts<C> & Own): void;
  /** Work beside requests and events. @returns what stops it */
  background?(parts: Parts<C> & Own, events: { caughtUp: CaughtUp }): () => Promise<void>;
}

/** Lines are written some at a time: one by one they cost as much as a small request. A fatal one is written at once. */
const standardOutput = pino.destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 100 });

export const createLog = (name: string, level: string): Logger =>
  pino(
    {
      name,
      level,
      base: { name },
      mixin: traceOfLog,
      redact: { paths: ['*.password', '*.token', '*.email'], remove: true },
    },
    standardOutput,
  );

/** Tokens are issued in the name of the identity API. */
export const issuerOf = (config: ProcessConfig) => `${config.PUBLIC_URL}/auth/v1`;

/** Connects a service to its database and Redis and builds its own parts. @param log where tests read what is logged */
export async function buildParts<C extends ServiceConfig, Own extends object>(
  config: C,
  plan: Pick<ServicePlan<C, Own>, 'name' | 'build'>,
  log: Logger = createLog(plan.name, config.LOG_LEVEL),
): Promise<Parts<C> & Own> {
  const pool = connectDb(config.DATABASE_URL, log);
  const redis = connectRedis(config.REDIS_URL, log);
  const ended = createEndedSessions(redis);
  const base = { config, log, pool, redis, ended };
  const { tokenKeys = remoteKeys(config), ...own } = await plan.build(base);
  return { ...base, ...(own as Own), tokens: createTokens(tokenKeys, issuerOf(config), ended) };
}

const remoteKeys = ({ JWKS_URL }: ServiceConfig) =>
  createRemoteJWKSet(new URL(JWKS_URL), { timeoutDuration: 2000, cooldownDuration: 2000 });

/** Starts a service whole: schema, routes, relay, consumer. On a signal it finishes what it has in hand, within 8 s. */
export async function startService<C extends ServiceConfig, Own extends object>(
  readConfig: () => C,
  plan: ServicePlan<C, Own>,
): Promise<void> {
  const config = exitOnConfigError(() => {
    const read = readConfig();
    allowFailpoints(read);
    return read;
  });
  const log = createLog(plan.name, config.LOG_LEVEL);
  const stopTracing = await startTracing(plan.name, config, log);
  const direct = config.DIRECT_DATABASE_URL ?? config.DATABASE_URL;
  await migrate(direct, plan.migrations, log);
  const parts = await buildParts(config, plan, log).catch((error: Error) => {
    log.fatal({ err: error.cause ?? error }, error.message);
    return process.exit(1);
  });
  const stopForGood = (error: Error) => {
    log.fatal({ err: error }, 'the consumer stopped for good');
    process.exit(1);
  };
  const kafka = connectKafka(config.KAFKA_BROKERS, plan.name, log, stopForGood);
  const relay = startRelay(direct, parts.pool, kafka, log);
  const app = await plan.app(parts);
  addHealth(app, { database: () => parts.pool.query('select 1') });
  const registry = addMetrics(app, plan.name);
  addEventMetrics(app, registry, plan.name, { relay, kafka, pool: parts.pool });
  plan.metrics?.(registry, parts);
  let stopKept: (() => Promise<void>) | undefined;
  if (plan.consumes) {
    const consumer = { kafka, group: plan.name, handlers: plan.consumes.handlers(parts), pool: parts.pool, log };
    stopKept = handleUnknownEvents(consumer);
    // Not awaited: Kafka away at the start is no reason to refuse requests.
    consumeEvents(consumer, plan.consumes.topics).catch(stopForGood);
  }
  const stopPruning = startPruning(parts.pool, log);
  const caughtUp = async () =>
    (await kafka.lag()).every(({ lag }) => lag === 0) &&
    (await countDeadLetters(parts.pool)) === 0 &&
    (await countUnknownEvents(parts.pool)) === 0;
  const stopBackground = plan.background?.(parts, { caughtUp });

  await listen(app, config, async () => {
    await Promise.all([stopBackground?.(), stopPruning(), stopKept?.()]);
    await relay.stop();
    await kafka.close();
    parts.redis.close();
    await parts.pool.end();
    await stopTracing();
  });
}

/** `/health/live`: the process answers. `/health/ready`: what it cannot work without answers too, within a second. */
export function addHealth(app: App, needs: Record<string, () => Promise<unknown>>) {
  app.get('/health/live', async () => ({ status: 'ok' }));
  app.get('/health/ready', async (_request, reply) => {
    const parts = await Promise.all(
      Object.entries(needs).map(async ([name, ask]) => [name, await answers(ask)] as const),
    );
    const ready = parts.every(([, state]) => state === 'ok');
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ok' : 'down', parts: Object.fromEntries(parts) });
  });
}

async function answers(ask: () => Promise<unknown>): Promise<'ok' | 'down'> {
  const tooLate = new Promise<never>((_, reject) => setTimeout(() => reject(new Error('too late')), 1000).unref());
  return Promise.race([ask(), tooLate]).then(
    () => 'ok',
    () => 'down',
  );
}

/** Listens, and on a signal (or when the parent that started it is gone) closes the door first, then the rest. */
export async function listen(app: App, config: ProcessConfig, close: () => Promise<void>): Promise<void> {
  const grace = closeWithGrace({ delay: 8000, logger: app.log }, async ({ err }) => {
    if (err) app.log.fatal({ err }, 'ending after an error');
    await app.close();
    await close();
  });
  if (process.send) process.once('disconnect', () => grace.close());
  const listening = { host: config.HOST, port: config.PORT, reusePort: config.REUSE_PORT };
  await app.listen(listening);
  app.log.info({ port: config.PORT }, 'ready');
}

/** Reads the configuration; what is wrong with it is printed plainly, and the process ends. */
export function exitOnConfigError<C>(readConfig: () => C): C {
  try {
    return readConfig();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}
