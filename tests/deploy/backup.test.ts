import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashOfRange, parseCheckpoint, tilePath } from '@tma/contracts';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { decryptBackup } from '../../infra/backup/encryption.ts';
import type { Manifest } from '../../infra/backup/manifest.ts';
import { childEnvironment, readInfraConfig } from '../../infra/config.ts';
import { run } from '../../infra/processes/run-program.ts';
import { launch, type System } from '../../infra/run/launch.ts';
import { lastRunning } from '../../infra/run/run-file.ts';
import { adminTokenOf, call, tokenOf } from '../../testing/calls.ts';
import { joinPeople, papers, readSample, submit } from '../../testing/deploy/sample-tehsil.ts';
import { linkIn, mailsTo, mailWith } from '../../testing/mailbox.ts';
import type { Portal } from '../../testing/people.ts';
import type { Report } from '../../testing/reports.ts';

let folder: string;
let system: System | undefined;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tma-backup-'));
});
afterEach(() => system?.stop());
afterAll(() => rm(folder, { recursive: true, force: true }));

const portalOf = ({ urls, secretKey, dataDir }: System): Portal => ({ ...urls, secretKey, dataDir });

async function start(dataDir: string): Promise<Portal> {
  system = await launch({ ports: 'free', dataDir, config: readInfraConfig({ BACKING: 'native' }) });
  return portalOf(system);
}

/** Runs a command of package.json on a data folder. */
const npmRun = (name: 'backup' | 'restore', dataDir: string, ...args: string[]) =>
  run(process.execPath, [`infra/commands/${name}.ts`, ...args], {
    env: { ...childEnvironment(), BACKING: 'native', DATA_DIR: dataDir },
  });

/** Requires exit code 0, and shows the output otherwise. @returns the output */
async function succeed(ran: ReturnType<typeof npmRun>) {
  const { code, output } = await ran;
  expect([code, code === 0 ? '' : output]).toEqual([0, '']);
  return output;
}

/** The newest checkpoint of the signed log, or that of one: its name without the portal's host, and the rest. */
async function checkpointOf(portal: Portal, log?: number) {
  const answer = await fetch(`${portal.portal}/log/${log === undefined ? '' : `${log}/`}checkpoint`);
  const { origin, ...rest } = parseCheckpoint(await answer.text());
  return { ...rest, name: origin.slice(origin.indexOf('/')) };
}
const sizeOf = async (portal: Portal) => (await checkpointOf(portal)).size;

/** The root hash of the first leaves of a log. */
const rootOf = async (portal: Portal, log: number, size: number) => {
  const read = async (level: number | 'entries', n: number, width: number) =>
    new Uint8Array(await (await fetch(`${portal.portal}/log/${log}/${tilePath({ level, n, width })}`)).arrayBuffer());
  return hashOfRange(
    { sha256: async (bytes) => new Uint8Array(createHash('sha256').update(bytes).digest()), read, size },
    0,
    size,
  );
};

async function signalTo(portal: Portal, name: string, signal: NodeJS.Signals) {
  const pid = (await lastRunning(portal.dataDir))?.children[name];
  if (!pid) throw new Error(`no process ${name}`);
  process.kill(pid, signal);
}

const manifestOf = async (backup: string) =>
  JSON.parse(await readFile(join(backup, 'manifest.json'), 'utf8')) as Manifest;

/** Tables by their hash; those that a restore changes on purpose by their number of rows. */
const contentOf = ({ databases, originals }: Manifest) => ({
  originals,
  tables: Object.entries(databases).flatMap(([database, { tables }]) =>
    tables.map(({ name, rows, sha256 }) => [
      database,
      name,
      rows,
      ['outbox', 'inbox', 'uploads', 'log_state'].includes(name) ? '' : sha256,
    ]),
  ),
});

/** How many events of a service wait to be sent or to be handled. */
async function waiting({ dataDir }: Portal, name: 'reports' | 'notify') {
  const port = (await lastRunning(dataDir))?.ports[name];
  const answer = await fetch(`http://127.0.0.1:${port}/internal/status`);
  const { outbox, consumers } = (await answer.json()) as { outbox: { backlog: number }; consumers: { lag: number }[] };
  return outbox.backlog + consumers.reduce((sum, { lag }) => sum + lag, 0);
}

const received = ({ reference }: Report) => new RegExp(`^We received your report ${reference}$`);
const mailsOf = async (portal: Portal, to: string, row: Report) =>
  (await mailsTo(portal.mailbox, to)).filter(({ subject }) => received(row).test(subject));

describe('a backup made while the portal runs', () => {
  const places = () => ({
    first: join(folder, 'first'),
    second: join(folder, 'second'),
    backup: join(folder, 'backup'),
    /** The same backup, decrypted. */
    plain: join(folder, 'plain'),
    moved: join(folder, 'moved'),
    identity: join(folder, 'key.txt'),
  });
  let people: Awaited<ReturnType<typeof joinPeople>>;
  let before: Awaited<ReturnType<typeof readSample>>;
  let mailed: Report;
  let unhandled: Report;
  let unsent: Report;
  let later: Report;
  let unread: Report;
  let newer: Report;
  /** Of the mail that asked whether the first is fixed. */
  let closureToken: string;

  it('is made while Kafka is frozen and reports are submitted, for two secret keys, and delays nobody', async () => {
    const { first, backup, identity } = places();
    const secrets = [await generateIdentity(), await generateIdentity()] as const;
    await writeFile(identity, `${secrets[1]}\n`);
    const to = await Promise.all(secrets.map(async (secret) => ['--to', await identityToRecipient(secret)]));
    const portal = await start(first);
    people = await joinPeople(portal);
    const token = await tokenOf(portal, people.resident);
    mailed = await submit(portal, token);
    await mailWith(portal.mailbox, people.resident.email, received(mailed));
    const admin = await adminTokenOf(portal, people.admin);
    await call(portal, `/reports/${mailed.id}`, { method: 'PUT', token: admin, json: { status: 'Closed' } });
    const closing = await mailWith(portal.mailbox, people.resident.email, /is now Closed$/);
    closureToken = new URL(linkIn(closing, '/closure#')).hash.slice(1);

    // One event that is in Kafka and was not handled, one that is still in the outbox.
    await signalTo(portal, 'notify', 'SIGSTOP');
    unhandled = await submit(portal, token);
    await expect.poll(() => waiting(portal, 'reports'), { timeout: 30_000 }).toBe(0);
    await signalTo(portal, 'kafka', 'SIGSTOP');
    unsent = await submit(portal, token);
    before = await readSample(portal, people);
    expect(before.files.map(([, , paper]) => paper)).toEqual(Array(3).fill(papers.toString()));
    const [made, ...during] = await Promise.all([
      npmRun('backup', first, backup, ...to.flat()),
      ...Array.from({ length: 5 }, () => submit(portal, token)),
    ]);
    expect(made).toMatchObject({ code: 0, output: expect.stringMatching(/rows, \d+ pictures and documents/) });
    expect(during).toHaveLength(5);
    expect(await npmRun('backup', first, backup)).toMatchObject({
      code: 1,
      output: expect.stringContaining('there already'),
    });
    // Whoever holds it signs nothing with it.
    expect(existsSync(join(backup, 'secrets.json'))).toBe(false);
    const kept = (await manifestOf(backup)).databases.auth.tables.map(({ name }) => name);
    expect([kept.includes('users'), kept.includes('signing_keys')]).toEqual([true, false]);
    await signalTo(portal, 'kafka', 'SIGCONT');
    await signalTo(portal, 'notify', 'SIGCONT');
    later = await submit(portal, token);
    await mailWith(portal.mailbox, people.resident.email, received(unsent), 60_000);
    await mailWith(portal.mailbox, people.resident.email, received(later), 60_000);
    expect(await npmRun('restore', first, backup)).toMatchObject({
      code: 1,
      output: expect.stringContaining('is running'),
    });
    // The last event, which the restore must undo, is in Kafka and was not read.
    await signalTo(portal, 'notify', 'SIGSTOP');
    unread = await submit(portal, token);
    await expect.poll(() => waiting(portal, 'reports'), { timeout: 30_000 }).toBe(0);
    // The signed log, too, comes further than the backup.
    await expect.poll(() => sizeOf(portal), { timeout: 30_000 }).toBe(11);
  });

  it('is restored on an empty machine: every row and file, and the mails that were not sent', async () => {
    const { second, backup, plain, identity } = places();
    const restored = await succeed(npmRun('restore', second, backup, '--identity', identity));
    expect(restored).toContain('goes on under a new name: it may have come');
    await mkdir(plain);
    await decryptBackup(backup, identity, plain);
    const again = join(folder, 'again');
    await succeed(npmRun('backup', second, again));
    expect(contentOf(await manifestOf(again))).toEqual(contentOf(await manifestOf(plain)));

    const portal = await start(second);
    await mailWith(portal.mailbox, people.resident.email, received(unhandled), 60_000);
    await mailWith(portal.mailbox, people.resident.email, received(unsent), 60_000);
    const after = await readSample(portal, people);
    // A report that was submitted during the backup is in it completely or not at all.
    const known = (sample: typeof after) => sample.rows.findIndex(({ id }) => id === unsent.id);
    expect(after.rows.slice(known(after))).toEqual(before.rows);
    expect(after.files.slice(known(after))).toEqual(before.files);
    expect(after.history.slice(known(after))).toEqual(before.history);
    expect(after.counts).toMatchObject({ all: after.rows.length, completed: 1, pending: after.rows.length - 1 });
    for (const [status, type, paper] of after.files)
      expect([status, type, paper]).toEqual([200, 'image/webp', papers.toString()]);

    const fresh = await submit(portal, await tokenOf(portal, people.resident));
    await mailWith(portal.mailbox, people.resident.email, received(fresh), 60_000);
    // Nobody knows here how far the log came: it ends as the backup has it, and another has everything again.
    expect(await checkpointOf(portal, 1)).toMatchObject({ name: '/log' });
    await expect.poll(() => sizeOf(portal), { timeout: 30_000 }).toBe(after.rows.length + 2);
    expect(await checkpointOf(portal)).toMatchObject({ name: expect.stringMatching(/^\/log\/\d{10}$/) });
    expect(await mailsOf(portal, people.resident.email, unsent)).toHaveLength(1);
    expect(await mailsOf(portal, people.resident.email, mailed)).toHaveLength(0);
    // This machine made a secret of its own: who has an old link answers after signing in.
    const view = { method: 'POST', headers: { 'content-type': 'application/json' } };
    const body = JSON.stringify({ token: closureToken });
    expect((await fetch(`${portal.portal}/closures/view`, { ...view, body })).status).toBe(404);
    const token = await tokenOf(portal, people.resident);
    expect(await call(portal, `/reports/${mailed.id}/closure`, { token })).toMatchObject({ state: 'claimed' });

    // For the restore that ends half way: an event that is in Kafka and was not read.
    await signalTo(portal, 'notify', 'SIGSTOP');
    newer = await submit(portal, token);
    await expect.poll(() => waiting(portal, 'reports'), { timeout: 30_000 }).toBe(0);
  });

  it('is restored where Kafka has later events: none of them takes effect, and no mail is sent twice for them', async () => {
    const { first, plain } = places();
    expect(await succeed(npmRun('restore', first, plain, '--replace'))).toContain('further than this backup, under');

    const portal = await start(first);
    // The secret is the one of before, and so are the links.
    expect(await call(portal, '/closures/view', { json: { token: closureToken } })).toMatchObject({ state: 'claimed' });
    const fresh = await submit(portal, await tokenOf(portal, people.resident));
    await mailWith(portal.mailbox, people.resident.email, received(fresh), 60_000);
    const after = await readSample(portal, people);
    expect(after.rows.map(({ id }) => id)).not.toContain(later.id);
    expect(after.rows.slice(-before.rows.length)).toEqual(before.rows);
    expect(await mailsOf(portal, people.resident.email, mailed)).toHaveLength(1);
    expect(await mailsOf(portal, people.resident.email, later)).toHaveLength(1);
    await expect.poll(() => waiting(portal, 'notify'), { timeout: 30_000 }).toBe(0);
    expect(await mailsOf(portal, people.resident.email, unread)).toHaveLength(0);
    // This mail was sent after the backup, which does not contain that: it is sent again, with the same Message-ID.
    await expect.poll(() => mailsOf(portal, people.resident.email, unsent), { timeout: 30_000 }).toHaveLength(2);
    const ids = (await mailsOf(portal, people.resident.email, unsent)).map(({ headers }) => headers['message-id']);
    expect(new Set(ids).size).toBe(1);
    await expect.poll(() => sizeOf(portal), { timeout: 30_000 }).toBe(after.rows.length + 1);
    expect(await checkpointOf(portal)).toMatchObject({ name: '/log/2' });
    expect(await checkpointOf(portal, 1)).toMatchObject({ name: '/log', size: 11 });
    expect(await npmRun('backup', first, places().moved, '--move')).toMatchObject({
      code: 1,
      output: expect.stringContaining('is running'),
    });
  });

  it('with which a portal moves goes on elsewhere with the same signed log', async () => {
    const { first, moved } = places();
    const there = join(folder, 'there');
    const before = parseCheckpoint(await readFile(join(first, 'files', 'log', '2', 'checkpoint'), 'utf8'));
    await succeed(npmRun('backup', first, moved, '--move'));
    await mkdir(there);
    await copyFile(join(first, 'secrets.json'), join(there, 'secrets.json'));
    expect(await succeed(npmRun('restore', there, moved))).toContain('The signed log goes on, with the same LOG_KEY');
    const portal = await start(there);
    await submit(portal, await tokenOf(portal, people.resident));
    await expect.poll(() => sizeOf(portal), { timeout: 30_000 }).toBe(before.size + 1);
    expect(await checkpointOf(portal)).toMatchObject({ name: '/log/2' });
    expect(await rootOf(portal, 2, before.size)).toEqual(before.root);
  });

  it('is restored half, and the portal started: nothing newer than the backup takes effect', async () => {
    const { second, plain } = places();
    const file = join(plain, 'manifest.json');
    const manifest = await manifestOf(plain);
    const [table] = manifest.databases.open311.tables;
    if (!table) throw new Error('no table');
    table.rows += 1;
    const whole = await readFile(file);
    await writeFile(file, JSON.stringify(manifest));
    expect(await npmRun('restore', second, plain, '--replace')).toMatchObject({
      code: 1,
      output: expect.stringContaining('rows instead of'),
    });
    await writeFile(file, whole);

    const portal = await start(second);
    const fresh = await submit(portal, await tokenOf(portal, people.resident));
    await mailWith(portal.mailbox, people.resident.email, received(fresh), 60_000);
    await expect.poll(() => waiting(portal, 'notify'), { timeout: 30_000 }).toBe(0);
    expect(await mailsOf(portal, people.resident.email, newer)).toHaveLength(0);
  });
});
