/** What an operator watches: Prometheus' text format at `/metrics` of each process's own port, never through the gateway. */
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { App } from './http/app.ts';

export { Counter, type Registry } from 'prom-client';

/** The version of the running code; all packages have the same. */
export const { version } = JSON.parse(readFileSync(new URL('./package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** Seconds. The goals of the pages (95 of 100 reads within 150 ms) lie between two of them. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Counts and times operations, beside Node's own metrics. @param inside serves `/metrics` where `app` is open to the world */
export function addMetrics(app: App, name: string, inside: App = app): Registry {
  const registry = new Registry();
  registry.setDefaultLabels({ service: name });
  collectDefaultMetrics({ register: registry });
  const build = { name: 'tma_build_info', help: 'The version of the code', labelNames: ['version'] };
  new Gauge({ ...build, registers: [registry] }).set({ version }, 1);
  const durations = new Histogram({
    name: 'tma_operation_seconds',
    help: 'How long answering took, by operation and status',
    labelNames: ['operation', 'status'],
    buckets,
    registers: [registry],
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { operation } = request.routeOptions.config;
    if (operation) durations.observe({ operation, status: reply.statusCode }, reply.elapsedTime / 1000);
    done();
  });
  inside.get('/metrics', async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()));
  return registry;
}

/** How long reading a gauge's values may take, in milliseconds. */
const readMs = 2000;

/**
 * Adds a gauge whose values are read when Prometheus asks. When `read` fails or takes over 2 s (its dependency is away,
 * or hangs) the gauge has no value, rather than an old one. @param read its only value, or several with their labels
 */
export function addGauge<L extends string>(
  registry: Registry,
  gauge: { name: string; help: string; labels?: readonly L[] },
  read: () => Promise<number | { value: number; labels?: Record<L, string> }[]>,
): void {
  new Gauge({
    name: gauge.name,
    help: gauge.help,
    labelNames: gauge.labels ?? [],
    registers: [registry],
    async collect() {
      this.reset();
      // One without labels is 0 after that.
      this.remove({});
      const values = await Promise.race([read(), wait(readMs, [], { ref: false })]).catch(() => []);
      if (typeof values === 'number') this.set(values);
      else for (const { value, labels } of values) this.set({ ...labels }, value);
    },
  });
}
