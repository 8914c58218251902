/** What others make of the log: Go's golang.org/x/mod, which knows nothing of this portal. */
import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { parseCheckpoint, toBase64 } from '@tma/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FilesService, startFiles } from '../../../files/testing/index.ts';
import { closing } from '../../testing/closures.ts';
import { startReports, type TestService } from '../../testing/index.ts';
import { sequencerOf, testKey } from '../../testing/log.ts';
import { createLogSigner } from '../signing.ts';

const hasGo = (() => {
  try {
    return execFileSync('go', ['version']).length > 0;
  } catch {
    return false;
  }
})();

describe.skipIf(!hasGo)('Go', () => {
  let reports: TestService;
  let files: FilesService;
  let folder: string;
  let log: ReturnType<typeof sequencerOf>;
  const run = promisify(execFile);
  const key = createLogSigner(testKey).keyOf('portal.test/log');
  beforeAll(async () => {
    [reports, files] = await Promise.all([startReports({ RATE_LIMIT_REPORTS: 1000 }), startFiles()]);
    folder = await mkdtemp(join(tmpdir(), 'tma-peer-'));
    log = sequencerOf(reports.pool, files.url);
    const cwd = fileURLToPath(new URL('.', import.meta.url));
    await run('go', ['build', '-o', join(folder, 'peer'), '.'], { cwd });
  }, 120_000);
  afterAll(async () => {
    await log?.files.close();
    await Promise.all([reports?.stop(), files?.stop(), rm(folder, { recursive: true, force: true })]);
  });

  test('finds the signature, a leaf, and that the log only grew, as they should be; and a changed word', async () => {
    const api = closing(reports, 'Sahiwal');
    const id = await api.submitted(await reports.resident('Sahiwal'));
    // More than a tile has, in two checkpoints.
    const grow = async (count: number) => {
      await reports.pool.query(
        `insert into history (report_id, at, kind, status, made_by) select $1, now(), 'changed', 'Open', 'administration' from generate_series(1, $2)`,
        [id, count],
      );
      await log.round();
      return parseCheckpoint(await (await fetch(`${files.url}/log/checkpoint`)).text());
    };
    const older = await grow(299);
    expect((await grow(400)).size).toBe(700);
    const check = (index: number, checkedWith = key, root = toBase64(older.root)) =>
      run(join(folder, 'peer'), [`${files.url}/log`, checkedWith, String(index), String(older.size), root]);
    for (const index of [0, 123, 255, 256, 699])
      expect((await check(index)).stdout).toMatch(new RegExp(`^portal\\.test/log 700 leaves, leaf ${index}: \\{"at":`));
    const other = createLogSigner(Buffer.alloc(32, 1)).keyOf('portal.test/log');
    await expect(check(0, other)).rejects.toThrow('note has no verifiable signatures');
    await expect(check(0, key, toBase64(new Uint8Array(32)))).rejects.toThrow('invalid transparency proof');
    const bundle = join(files.parts.config.STORAGE_DIR, 'log/1/entries/000');
    const content = await readFile(bundle, 'latin1');
    await writeFile(bundle, content.replace('"Open"', '"Shut"'), 'latin1');
    await expect(check(0)).rejects.toThrow('invalid transparency proof');
  });
});
