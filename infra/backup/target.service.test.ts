import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { testConfig } from '../../testing/config.ts';
import { childEnvironment } from '../config.ts';

const command = fileURLToPath(new URL('../commands/dlq.ts', import.meta.url));
const isNative = testConfig.backing === 'native';

it.runIf(isNative)(
  'a command on a stopped portal that Ctrl-C ends stops what it started, and frees the data',
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'tma-target-'));
    const env = { ...childEnvironment(), BACKING: 'native', DATA_DIR: dataDir };
    const child = spawn(process.execPath, [command, 'list'], { env, stdio: 'ignore' });
    const ended = once(child, 'exit');
    await expect.poll(() => existsSync(join(dataDir, 'postgres', 'PG_VERSION')), { timeout: 20_000 }).toBe(true);
    child.kill('SIGINT');
    expect(await ended).toEqual([1, null]);
    expect(existsSync(join(dataDir, 'lock'))).toBe(false);
    expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
    await rm(dataDir, { recursive: true });
  },
);
