import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { testConfig } from '../../testing/config.ts';
import { startPostgres } from './postgres.ts';

const isNative = testConfig.backing === 'native';

it.runIf(isNative)('a folder that holds something else is refused, and nothing in it is lost', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'tma-postgres-'));
  const letters = join(parent, 'postgres', 'letters.txt');
  await mkdir(join(parent, 'postgres'));
  await writeFile(letters, 'To my sister');
  await expect(startPostgres(join(parent, 'postgres'), 1, 'any')).rejects.toThrow('Choose another with DATA_DIR.');
  expect(existsSync(letters)).toBe(true);
  await rm(parent, { recursive: true });
});
