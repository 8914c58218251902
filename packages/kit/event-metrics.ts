import type { Pool } from './db.ts';
import type { App } from './http/app.ts';
import type { Kafka } from './kafka/index.ts';
import { addGauge, Counter, type Registry } from './metrics.ts';
import { countDeadLetters } from './outbox.store.ts';
import type { Relay } from './relay.ts';
import { sharedRead } from './shared-read.ts';
import { countUnknownEvents } from './unknown-events.store.ts';

/**
 * Adds gauges of how events flow (waiting to be sent, waiting to be handled, dead letters) and of the database pool, and
 * the same of events as JSON at `/internal/status`.
 */
export function addEventMetrics(
  app: App,
  registry: Registry,
  name: string,
  { relay, kafka, pool }: { relay: Relay; kafka: Kafka; pool: Pool },
): void {
  app.get('/internal/status', async () => ({
    name,
    outbox: await relay.backlog(),
    consumers: await kafka.lag(),
    deadLetters: await countDeadLetters(pool),
  }));
  // First, because the queries of the others would be counted.
  addGauge(
    registry,
    { name: 'tma_db_connections', help: 'Connections of the pool, and requests that wait for one', labels: ['state'] },
    async () => {
      const { busy, idle, waiting } = pool.usage();
      return Object.entries({ busy, idle, waiting }).map(([state, value]) => ({ value, labels: { state } }));
    },
  );
  const readOutbox = sharedRead(() => relay.backlog());
  const backlog = { name: 'tma_outbox_backlog', help: 'Events that wait to be sent' };
  addGauge(registry, backlog, async () => (await readOutbox()).backlog);
  const oldest = { name: 'tma_outbox_oldest_seconds', help: 'For how long the oldest has waited' };
  addGauge(registry, oldest, async () => (await readOutbox()).oldestSeconds);
  addGauge(
    registry,
    { name: 'tma_consumer_lag', help: 'Events that wait to be handled', labels: ['topic'] },
    async () => (await kafka.lag()).map(({ topic, lag }) => ({ value: lag, labels: { topic } })),
  );
  const dead = { name: 'tma_dead_letters', help: 'Events that could not be handled' };
  addGauge(registry, dead, () => countDeadLetters(pool));
  const unknown = { name: 'tma_unknown_events', help: 'Events that wait for a version that knows their type' };
  addGauge(registry, unknown, () => countUnknownEvents(pool));
}

/** Adds the counter of events that were refused. */
export function addRefusedEvents(registry: Registry): Counter<'reason'> {
  const refused = new Counter({
    name: 'tma_refused_events_total',
    help: "Events that their type's owner cannot have written, by what shows it",
    labelNames: ['reason'],
    registers: [registry],
  });
  for (const reason of ['topic', 'address']) refused.inc({ reason }, 0);
  return refused;
}
