import { type Service, topicsOf } from '@tma/contracts';
import type { ServiceConfig } from './config.ts';
import { type Pool, pingDb } from './db.ts';
import { addEventMetrics, addRefusedEvents } from './event-metrics.ts';
import { allowFailpoints } from './failpoints.ts';
import type { App } from './http/app.ts';
import { consumeEvents, type EventChecks, type EventHandlers } from './inbox.ts';
import { connectKafka, type Kafka, kafkaServers } from './kafka/index.ts';
import { addMetrics, type Registry } from './metrics.ts';
import { migrate } from './migrate.ts';
import { countDeadLetters } from './outbox.store.ts';
import { type BuildOwn, buildParts, type Parts } from './parts.ts';
import { addHealth, createLog, exitOnConfigError, listen } from './process.ts';
import { startEmptying, startPruning } from './prune.ts';
import { startRelay } from './relay.ts';
import { startTracing } from './tracing/index.ts';
import { countUnknownEvents } from './unknown-events.store.ts';
import { handleUnknownEvents } from './unknown-events.ts';

/** What a service consists of. `build` runs once, first; what it returns is among the parts that the others get. */
export interface ServicePlan<C extends ServiceConfig, Own extends object = object> {
  name: Service;
  /** The folder of `migrate`. */
  schema: URL;
  build: BuildOwn<C, Own>;
  /** The routes, not listening yet. */
  app(parts: Parts<C> & Own): Promise<App>;
  /** What each event does, of the topics that `consumers` of the contract gives to this service. */
  handlers?(parts: Parts<C> & Own): EventHandlers;
  /** Which of those events this service refuses as forged. */
  checks?(parts: Parts<C> & Own): EventChecks;
  /** Metrics beside those of operations and events. */
  metrics?(registry: Registry, parts: Parts<C> & Own): void;
  /** Work beside requests and events. @returns what stops it, each by itself */
  background?(parts: Parts<C> & Own, events: { caughtUp: () => Promise<boolean> }): readonly (() => Promise<unknown>)[];
}

/** Starts a service with all it has: schema, routes, relay, consumer. On a signal it finishes what is under way, within 8 s. */
export async function startService<C extends ServiceConfig, Own extends object>(
  readConfig: () => C,
  plan: ServicePlan<C, Own>,
): Promise<void> {
  const config = exitOnConfigError(() => withKafka(readConfig()));
  const log = createLog(plan.name, config.LOG_LEVEL);
  const stopTracing = await startTracing(plan.name, config, log);
  const directUrl = config.DIRECT_DATABASE_URL ?? config.DATABASE_URL;
  await migrate(directUrl, plan.schema, log);
  const parts = await buildParts(config, plan, log).catch((error: Error) => {
    log.fatal({ err: error.cause ?? error }, error.message);
    return process.exit(1);
  });
  const { pool } = parts;
  const stopForGood = (error: Error) => {
    log.fatal({ err: error }, 'the consumer stopped for good');
    process.exit(1);
  };
  const kafka = connectKafka(config.kafka, plan.name, log, stopForGood);
  const relay = startRelay(directUrl, pool, kafka, log);
  const app = await plan.app(parts);
  addHealth(app, { database: () => pingDb(pool) });
  const registry = addMetrics(app, plan.name);
  addEventMetrics(app, registry, plan.name, { relay, kafka, pool });
  plan.metrics?.(registry, parts);
  const handlers = plan.handlers?.(parts);
  const refused = addRefusedEvents(registry);
  const consumer = handlers && { kafka, group: plan.name, handlers, checks: plan.checks?.(parts), refused, pool, log };
  const stopKept = consumer && handleUnknownEvents(consumer);
  // Not awaited: requests are answered even if Kafka is away at the start.
  if (consumer) consumeEvents(consumer, topicsOf(plan.name)).catch(stopForGood);
  const stopPruning = startPruning(pool, log);
  const stopEmptying = startEmptying(pool, kafka, log);
  const background = plan.background?.(parts, { caughtUp: () => hasCaughtUp(kafka, pool) }) ?? [];

  await listen(app, config, async () => {
    await Promise.all([...background.map((stop) => stop()), stopPruning(), stopEmptying(), stopKept?.()]);
    await relay.stop();
    await kafka.close();
    parts.redis.close();
    await pool.end();
    await stopTracing();
  });
}

/** Whether all events for a service took effect: none waits, none is a dead letter or kept as unknown. */
const hasCaughtUp = async (kafka: Kafka, pool: Pool): Promise<boolean> =>
  (await kafka.lag()).every(({ lag }) => lag === 0) &&
  (await countDeadLetters(pool)) === 0 &&
  (await countUnknownEvents(pool)) === 0;

function withKafka<C extends ServiceConfig>(config: C) {
  allowFailpoints(config);
  return { ...config, kafka: kafkaServers(config) };
}
