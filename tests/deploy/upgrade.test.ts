import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { childEnvironment } from '../../infra/config.ts';
import { run } from '../../infra/processes/run-program.ts';
import { adminTokenOf, tokenOf } from '../../testing/calls.ts';
import { type Release, readBaselines } from '../../testing/deploy/release.ts';
import { readSample, submit } from '../../testing/deploy/sample-tehsil.ts';
import { mailWith } from '../../testing/mailbox.ts';
import type { Portal } from '../../testing/people.ts';
import { startPortal } from '../../testing/portal.ts';
import { changeReport } from '../../testing/reports.ts';

/** The oldest release whose data is understood. */
const folder = fileURLToPath(new URL('../../testing/deploy/release-1.0.0', import.meta.url));

let release: Release;
let dataDir: string;
let portal: Portal;
let stop = async () => {};

beforeAll(async () => {
  release = JSON.parse(await readFile(join(folder, 'release.json'), 'utf8'));
  dataDir = await mkdtemp(join(tmpdir(), 'tma-upgrade-'));
  // The tables are those of the release; the services bring them to today's schema when they start.
  const env = { ...childEnvironment(), BACKING: 'native', DATA_DIR: dataDir };
  const { code, output } = await run(process.execPath, ['infra/commands/restore.ts', folder], { env });
  expect([code, code === 0 ? '' : output]).toEqual([0, '']);
  ({ portal, stop } = await startPortal({ dataDir }));
});
afterAll(async () => {
  await stop();
  await rm(dataDir, { recursive: true, force: true });
});

it('the baselines are those of the release: what changes after it is a file of its own', () => {
  expect(readBaselines()).toMatchObject(release.baselines);
});

it('all that was answered then is answered now: reports, counts, files, history', async () => {
  const { rows, counts, files, history } = await readSample(portal, release.people);
  // What is overdue depends on the day, and an ETag on nothing that a release promises.
  const lasting = (row: object) => ({ ...row, overdue: expect.any(Boolean), etag: expect.any(String) });
  expect(rows).toMatchObject(release.town.rows.map(lasting));
  expect(history).toMatchObject(release.town.history);
  expect(files).toEqual(release.town.files);
  expect({ ...counts, overdue: 0 }).toMatchObject({ ...release.town.counts, overdue: 0 });
});

it('people of then sign in, and the life of their reports goes on', async () => {
  const { resident, admin } = release.people;
  const report = await submit(portal, await tokenOf(portal, resident));
  await mailWith(portal.mailbox, resident.email, new RegExp(`^We received your report ${report.reference}$`), 60_000);
  const token = await adminTokenOf(portal, admin);
  for (const { id, reference } of [release.town.rows.at(-1), report].flatMap((row) => row ?? [])) {
    await changeReport(portal, token, id, { status: 'Closed' });
    await mailWith(portal.mailbox, resident.email, new RegExp(`^Your report ${reference} is now Closed$`), 60_000);
  }
});

/** Of the same portal, as starting one takes longer than all of this. */
describe('another SIGNING_KEY_SECRET', () => {
  const reseal = async (oldSecret: string) => {
    // In a shell that names the cluster for npm start by a file: the service's own database is meant.
    const file = join(dataDir, 'database-url');
    await writeFile(file, 'postgres://portal:password@db.test/postgres');
    const given = { DATA_DIR: dataDir, DATABASE_URL_FILE: file, SIGNING_KEY_SECRET_OLD: oldSecret };
    return run(process.execPath, ['infra/commands/keys.ts', 'reseal'], { env: { ...childEnvironment(), ...given } });
  };

  // That they sign then is in keys.service.test.ts.
  it('npm run keys reseal seals the keys anew, while the portal runs and once', async () => {
    const file = join(dataDir, 'secrets.json');
    const secrets = JSON.parse(await readFile(file, 'utf8')) as { signingKeySecret: string };
    const [oldSecret, signingKeySecret] = [secrets.signingKeySecret, randomBytes(32).toString('base64url')];
    await writeFile(file, JSON.stringify({ ...secrets, signingKeySecret }));

    expect((await reseal(randomBytes(32).toString('base64url'))).code).toBe(1);
    expect(await reseal(oldSecret)).toMatchObject({ code: 0, output: expect.stringContaining('Sealed anew') });
    expect(await reseal(oldSecret)).toMatchObject({ code: 0, output: expect.stringContaining('already') });
  });
});
