import { expect, inject, it } from 'vitest';
import { lastRunning } from '../../infra/run/run-file.ts';

const { portal, dataDir } = inject('portal');

it('each process tells on its own port how it is doing: operations, what waits, what failed', async () => {
  const ports = (await lastRunning(dataDir))?.ports;
  expect((await fetch(`${portal}/api/gettehsils`)).status).toBe(200);
  const scrape = async (name: 'gatewayMetrics' | 'auth' | 'reports' | 'files' | 'notify' | 'open311') =>
    (await fetch(`http://127.0.0.1:${ports?.[name]}/metrics`)).text();
  for (const name of ['gatewayMetrics', 'auth'] as const) {
    expect(await scrape(name)).toMatch(/tma_operation_seconds_count\{.*operation="listTehsils",status="200"\} [1-9]/);
  }
  for (const name of ['auth', 'reports', 'files', 'notify', 'open311'] as const) {
    const text = await scrape(name);
    for (const metric of [
      'tma_outbox_backlog',
      'tma_outbox_oldest_seconds',
      'tma_dead_letters',
      'tma_refused_events_total',
      'tma_db_connections',
    ]) {
      expect(text, name).toMatch(new RegExp(`^${metric}\\{`, 'm'));
    }
    expect(text).toContain('nodejs_eventloop_lag_p99_seconds');
  }
  for (const name of ['reports', 'files', 'notify', 'open311'] as const)
    expect(await scrape(name)).toMatch(/^tma_consumer_lag\{/m);
  expect(await scrape('files')).toContain('tma_upload_bytes_total');
  expect(await scrape('notify')).toContain('tma_mails');
});
