import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { childEnvironment } from '../config.ts';
import { run } from '../processes/run-program.ts';

const reset = (env: Record<string, string>) =>
  run(process.execPath, [fileURLToPath(new URL('reset.ts', import.meta.url))], {
    env: { ...childEnvironment(), ...env },
  });

it('deletes the data folder, and nothing where that is a home folder or holds one', async () => {
  const home = await mkdtemp(join(tmpdir(), 'tma-reset-'));
  try {
    await writeFile(join(home, 'letters.txt'), 'To my sister');
    for (const HOME of [home, join(home, 'people', 'amina')]) {
      const refused = await reset({ HOME, DATA_DIR: home });
      expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('delete that by hand') });
    }
    expect(existsSync(join(home, 'letters.txt'))).toBe(true);
    expect(await reset({ HOME: home, DATA_DIR: join(home, '.data') })).toMatchObject({ code: 0 });
    expect(await reset({ DATA_DIR: home })).toMatchObject({ code: 0 });
    expect(existsSync(home)).toBe(false);
  } finally {
    await rm(home, { recursive: true, force: true });
  }
});
