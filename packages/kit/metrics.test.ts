import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { addGauge } from './metrics.ts';

it('a gauge whose values cannot be read has none, neither an old one nor 0', async () => {
  const registry = new Registry();
  let isAway = false;
  const read = async <T>(values: T) => {
    if (isAway) throw new Error('The database is away');
    return values;
  };
  addGauge(registry, { name: 'one', help: 'One value' }, () => read(3));
  const sent = { value: 4, labels: { state: 'sent' } };
  addGauge(registry, { name: 'several', help: 'Several values', labels: ['state'] }, () => read([sent]));
  const samples = async () => (await registry.metrics()).split('\n').filter((line) => /^\w/.test(line));
  const all = ['one 3', 'several{state="sent"} 4'];
  expect(await samples()).toEqual(all);
  isAway = true;
  expect(await samples()).toEqual([]);
  isAway = false;
  expect(await samples()).toEqual(all);
});
