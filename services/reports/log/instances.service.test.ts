/** Two instances that append and sign at the same time, of which one is frozen, goes on, and is killed: there is one log. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type Checkpoint, consistencyProof, isConsistent, leafOfLine, parseCheckpoint, tilePath } from '@tma/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FilesService, startFiles } from '../../files/testing/index.ts';
import { closing } from '../testing/closures.ts';
import { startReports, type TestService } from '../testing/index.ts';
import { testKey, testSecret } from '../testing/log.ts';
import { sha256 } from './signing.ts';

let reports: TestService;
let files: FilesService;
beforeAll(async () => {
  [reports, files] = await Promise.all([startReports({ RATE_LIMIT_REPORTS: 1000 }), startFiles()]);
});
afterAll(() => Promise.all([reports?.stop(), files?.stop()]));

const here = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);

/** A process that appends and signs without a pause. */
async function startInstance() {
  const code = `
    import { connectDb } from ${here('../../../packages/kit/db.ts')};
    import { pino } from 'pino';
    import { openSignedLog } from ${here('./signed-log.ts')};
    const log = pino({ level: 'silent' });
    const pool = connectDb(${JSON.stringify(reports.config.DATABASE_URL)}, log, 2);
    const signed = openSignedLog(pool, log, {
      LOG_KEY: Buffer.from('${testKey.toString('hex')}', 'hex'), FILES_URL: '${files.url}', PUBLIC_URL: 'http://portal.test', AUTH_URL: 'http://127.0.0.1:9',
      OPEN311_SECRET: Buffer.from('${testSecret.toString('hex')}', 'hex') });
    process.stdout.write('ready');
    for (;;) await signed.round().catch(() => new Promise((resolve) => setTimeout(resolve, 50)));`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  return child;
}

async function newestCheckpoint(): Promise<Checkpoint | null> {
  const answer = await fetch(`${files.url}/log/checkpoint`);
  return answer.ok ? parseCheckpoint(await answer.text()) : null;
}

test('the log has each fact once, in order, and each checkpoint continues the one before', async () => {
  const api = closing(reports, 'Sahiwal');
  const ali = await reports.resident('Sahiwal');
  const admin = await reports.admin('Sahiwal');
  const id = await api.submitted(ali);
  let [one, other] = [await startInstance(), await startInstance()];
  const seen: Checkpoint[] = [];
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      const found = await newestCheckpoint();
      if (found && found.size !== seen.at(-1)?.size) seen.push(found);
    }
  })();
  try {
    for (let round = 0; round < 10; round += 1) {
      one.kill('SIGSTOP');
      for (const status of ['In Progress', 'Open']) expect((await api.change(admin, id, { status })).status).toBe(200);
      one.kill('SIGCONT');
      // Killed now and then wherever it is.
      if (round % 4 === 3) {
        one.kill('SIGKILL');
        one = await startInstance();
      }
      [one, other] = [other, one];
    }
    const { rows } = await reports.pool.query('select count(*)::int as count from history');
    await expect.poll(async () => (await newestCheckpoint())?.size, { timeout: 20_000 }).toBe(rows[0]?.count);
  } finally {
    isOver = true;
    one.kill('SIGKILL');
    other.kill('SIGKILL');
    await watching;
  }
  const last = seen.at(-1) as Checkpoint;
  const read = async (level: number | 'entries', n: number, width: number) =>
    new Uint8Array(await (await fetch(`${files.url}/log/${tilePath({ level, n, width })}`)).arrayBuffer());
  expect(seen.length).toBeGreaterThan(3);
  for (const before of seen) {
    const proof = await consistencyProof({ sha256, read, size: last.size }, before.size);
    expect([before.size, await isConsistent(sha256, before, last, proof)]).toEqual([before.size, true]);
  }
  const { rows } = await reports.pool.query(
    'select seq::int, (select line from log_leaves where log_leaves.seq = history.seq) as line from history order by seq',
  );
  expect(rows.map(({ line }) => leafOfLine(line).seq)).toEqual(rows.map(({ seq }) => seq));
}, 90_000);
