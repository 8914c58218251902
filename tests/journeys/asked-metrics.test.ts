import { expect, inject, it } from 'vitest';
import { askedMetrics } from '../../infra/observability/testing.ts';
import { lastRunning } from '../../infra/run/run-file.ts';

const portal = inject('portal');

it('what alerts and the dashboard ask for, the parts tell', async () => {
  const ports = (await lastRunning(portal.dataDir))?.ports;
  const texts = await Promise.all(
    (['gatewayMetrics', 'auth', 'reports', 'files', 'notify', 'open311'] as const).map(async (name) =>
      (await fetch(`http://127.0.0.1:${ports?.[name]}/metrics`)).text(),
    ),
  );
  const told = new Map([...texts.join('\n').matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name, type]) => [name, type]));
  const missing = askedMetrics.filter((name) => {
    const [, base] = /^(.+)_(bucket|count|sum)$/.exec(name) ?? [];
    return !told.has(name) && told.get(base) !== 'histogram';
  });
  // What the machine tells comes from node_exporter.
  expect(missing).toEqual(['node_filesystem_avail_bytes', 'node_filesystem_size_bytes']);
  expect(askedMetrics.length).toBeGreaterThan(12);
});
