import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { dashboard } from '../../infra/observability/testing.ts';
import { run } from '../../infra/processes/run-program.ts';

const promtool = (...words: string[]) => run('promtool', words);
const has = (await promtool('--version')).code === 0;
if (!has) console.log('promtool is not on PATH: alerts are only checked for the metrics they read.');

it.skipIf(!has).each([
  ['Prometheus accepts the settings', ['check', 'config', 'infra/observability/prometheus.yaml']],
  ['Prometheus accepts the alerts', ['check', 'rules', 'infra/observability/alerts.yaml']],
  ['each failure fires its alert, a quiet day none', ['test', 'rules', 'infra/observability/alerts.test.yaml']],
])('%s', async (_what, words) => {
  const result = await promtool(...words);
  expect([result.code, result.output]).toEqual([0, expect.stringContaining('SUCCESS')]);
});

it.skipIf(!has)('Prometheus accepts the queries of the dashboard', async () => {
  const exprs = dashboard.panels.flatMap(({ targets }) => targets ?? []).map(({ expr }) => expr);
  const rules = exprs.map((expr, index) => ({
    record: `panel:${index}`,
    expr: expr.replaceAll('$__rate_interval', '1m'),
  }));
  const folder = await mkdtemp(join(tmpdir(), 'tma-panels-'));
  const file = join(folder, 'panels.yaml');
  await writeFile(file, JSON.stringify({ groups: [{ name: 'panels', rules }] }));
  const result = await promtool('check', 'rules', file);
  await rm(folder, { recursive: true });
  expect([result.code, result.output]).toEqual([0, expect.stringContaining(`SUCCESS: ${exprs.length} rules`)]);
});
