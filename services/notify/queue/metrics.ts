import { addGauge, type Pool, type Registry, sharedRead } from '@tma/kit';
import type { Channel } from './channel.ts';
import { countByState } from './upkeep.store.ts';

/** Adds how many messages of a channel are in each state, and when the newest of them was sent or asked for: both by one query. */
export function addStateGauges(
  registry: Registry,
  pool: Pool,
  channel: Channel['name'],
  gauge: { name: string; help: string },
): void {
  const read = sharedRead(() => countByState(pool, channel));
  const byState = { labels: ['state'] };
  addGauge(registry, { ...gauge, ...byState }, async () =>
    (await read()).map(({ state, count }) => ({ value: count, labels: { state } })),
  );
  const newest = { name: `${gauge.name}_newest_timestamp_seconds`, help: 'When the newest was sent, or asked for' };
  addGauge(registry, { ...newest, ...byState }, async () =>
    (await read()).map(({ state, newest: value }) => ({ value, labels: { state } })),
  );
}
