/** Two instances that append and sign at the same time, of which one is frozen, goes on, and is killed: there is one log. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type Checkpoint, consistencyProof, isConsistent, leafOfLine, parseCheckpoint, tilePath } from '@tma/contracts';
import { afterAll, describe, expect, test } from 'vitest';
import { type FilesService, startFiles } from '../../files/testing/index.ts';
import { settingsOf, startS3 } from '../../files/testing/s3.ts';
import { closing } from '../testing/closures.ts';
import { startReports, type TestService } from '../testing/index.ts';
import { testKey, testSecret } from '../testing/log.ts';
import { sha256 } from './signing.ts';

const s3 = await startS3();
afterAll(() => s3?.stop());

let reports: TestService;
let files: FilesService;

/** Starts both services, with the log's files in a bucket where one is given. @returns how they stop */
async function startServices(bucket: Awaited<ReturnType<NonNullable<typeof s3>['bucket']>> | null) {
  const settings = s3 && bucket ? settingsOf(s3, bucket.name) : {};
  [reports, files] = await Promise.all([startReports({ RATE_LIMIT_REPORTS: 1000 }), startFiles(settings)]);
  return async () => {
    await Promise.all([reports.stop(), files.stop()]);
    await bucket?.remove();
  };
}

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
      LOG_FILES_SECRET: Buffer.from('${testSecret.toString('hex')}', 'hex') });
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

describe.each(s3 ? ['the disk', 'S3'] : ['the disk'])('on %s', (place) => {
  test('the log has each fact once, in order, and each checkpoint continues the one before', async () => {
    const stop = await startServices(place === 'S3' && s3 ? await s3.bucket() : null);
    await growTogether().finally(stop);
  }, 90_000);
});

async function growTogether(): Promise<void> {
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
}
