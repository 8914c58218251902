import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { childEnvironment } from '../../infra/config.ts';
import { dashboard } from '../../infra/observability/read.ts';
import { run } from '../../infra/processes/run-program.ts';

const env = childEnvironment();
const promtool = (...words: string[]) => run('promtool', words, { env });
const has = (await promtool('--version')).code === 0;
if (!has) console.log('promtool is not on PATH: alerts are held to the metrics that there are, and to nothing else.');

it.skipIf(!has).each([
  ['the settings are what Prometheus takes', ['check', 'config', 'infra/observability/prometheus.yaml']],
  ['the alerts are what Prometheus takes', ['check', 'rules', 'infra/observability/alerts.yaml']],
  ['each trouble rings its bell, a quiet day none', ['test', 'rules', 'infra/observability/alerts.test.yaml']],
])('%s', async (_what, words) => {
  const result = await promtool(...words);
  expect([result.code, result.output]).toEqual([0, expect.stringContaining('SUCCESS')]);
});

it.skipIf(!has)('what the panels of the dashboard ask is what Prometheus understands', async () => {
  const exprs = dashboard.panels.flatMap(({ targets }) => targets ?? []).map(({ expr }) => expr);
  const rules = exprs.map((expr, index) => ({
    record: `panel:${index}`,
    expr: expr.replaceAll('$__rate_interval', '1m'),
  }));
  const place = await mkdtemp(join(tmpdir(), 'tma-panels-'));
  const file = join(place, 'panels.yaml');
  await writeFile(file, JSON.stringify({ groups: [{ name: 'panels', rules }] }));
  const result = await promtool('check', 'rules', file);
  await rm(place, { recursive: true });
  expect([result.code, result.output]).toEqual([0, expect.stringContaining(`SUCCESS: ${exprs.length} rules`)]);
});
