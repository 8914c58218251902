import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { testConfig } from '../../testing/config.ts';
import { freePorts } from '../processes/ports.ts';
import { startKafka } from './kafka.ts';

afterEach(() => vi.unstubAllEnvs());

const isNative = testConfig.backing === 'native';

it.runIf(isNative)('Kafka keeps its data in its folder, whatever letters its path has, in any locale', async () => {
  vi.stubEnv('LC_ALL', 'C');
  const parent = await mkdtemp(join(tmpdir(), 'tma-kafka-'));
  const folder = join(parent, 'é مردان \\ 1');
  const ports = await freePorts(['kafka', 'controller']);
  // Again: what was formatted is found.
  for (let time = 0; time < 2; time += 1) {
    const kafka = await startKafka(folder, ports.kafka, ports.controller);
    await kafka.stop();
    expect(existsSync(join(folder, 'log', 'meta.properties'))).toBe(true);
  }
  await rm(parent, { recursive: true });
});

it('a folder whose path has a comma is refused, in words', async () => {
  const starting = startKafka('/srv/Mardan, Takht Bhai/kafka', 9092, 9093);
  await expect(starting).rejects.toThrow('as the path has a comma. Choose another with DATA_DIR.');
});
