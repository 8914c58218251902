import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Service, services } from '@tma/contracts';
import { createLog, ensureTopics } from '@tma/kit';
import type pg from 'pg';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { childEnvironment } from '../../infra/config.ts';
import { withClient } from '../../infra/deploy/cluster.store.ts';
import { run } from '../../infra/processes/run-program.ts';
import type { Running } from '../../infra/run/run-file.ts';
import { readSecrets } from '../../infra/run/secrets.ts';
import { formOf } from '../../infra/seed/calls.ts';
import { topicPlans } from '../../infra/topic-plans.ts';
import { adminTokenOf, call, joinAdmin, join as joinResident, tokenOf } from '../../testing/calls.ts';
import { searchFiles, searchTables, searchTopics } from '../../testing/deploy/search.ts';
import { linkIn, mailsTo, mailWith } from '../../testing/mailbox.ts';
import { newResident, type Portal } from '../../testing/people.ts';
import { startPortal } from '../../testing/portal.ts';
import type { Report } from '../../testing/reports.ts';
import { mailboxTelephone, newMobile } from '../../testing/telephones.ts';

/** A word that is nowhere else, of letters that no encoding changes. */
const word = (of: string) => `${of}${Math.random().toString(36).slice(2, 12).replaceAll(/\d/g, 'q')}`;

const resident = {
  ...newResident('Katlang'),
  firstName: word('Zfirst'),
  lastName: word('Zlast'),
  email: `${word('zmail')}@example.com`,
  location: word('Zhome'),
};
const admin = newResident('Katlang');
const person = {
  ...resident,
  newEmail: `${word('znewmail')}@example.com`,
  inPaper: word('Zpaper'),
  inPicture: word('Zexif'),
  inReason: word('Zreason'),
  inNote: word('Znote'),
};
const number = newMobile();
/** What is to be gone; of the number what is the same however it is written. */
const words = [
  number.slice(-7),
  person.firstName,
  person.lastName,
  person.email.split('@')[0],
  person.newEmail.split('@')[0],
  person.phone,
  person.location,
  person.inPaper,
  person.inPicture,
  person.inReason,
  person.inNote,
] as string[];
/** What stays: a report belongs to the town, and what administrators wrote among themselves to the office. */
const civic = { location: word('Zstreet'), description: word('Zdark') };
const office = { privately: word('Zprivate'), ofProof: word('Zproof') };

let folder: string;
let stop: () => Promise<void>;
let running: Running;
let portal: Portal;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tma-erasure-'));
  ({ portal, running, stop } = await startPortal({ env: { SMS_QUIET: 'off' } }));
});
afterAll(async () => {
  await stop?.();
  await rm(folder, { recursive: true, force: true });
});

async function backup(name: string): Promise<string> {
  const to = join(folder, name);
  const env = { ...childEnvironment(), BACKING: 'native', DATA_DIR: portal.dataDir };
  const { code, output } = await run(process.execPath, ['infra/commands/backup.ts', to], { env });
  expect([code, code === 0 ? '' : output]).toEqual([0, '']);
  return to;
}

async function inDatabase<T extends pg.QueryResultRow>(name: Service, sql: string): Promise<T[]> {
  return withClient(running.databases[name], async (client) => (await client.query<T>(sql)).rows);
}

/** Waits until every event was sent and handled, and every mail is done with. */
async function settled() {
  const waiting = async () => {
    const filled = await Promise.all(
      services.map((name) => inDatabase(name, 'select event_id from outbox where not emptied')),
    );
    const mails = await inDatabase('notify', `select 1 from deliveries where state in ('queued', 'deferred')`);
    return filled.flat().length + mails.length;
  };
  await expect.poll(waiting, { timeout: 60_000, interval: 500 }).toBe(0);
}

/** Findings without those in places that are named, each with its reason and its end. */
const besides = (places: readonly RegExp[], found: readonly string[]) =>
  found.filter((one) => !places.some((place) => place.test(one)));

/** How many people's languages reports knows. */
const languagesKnown = async () =>
  (await inDatabase('reports', "select from people where language is not null and language <> 'en'")).length;

let token: string;
let report: Report;
let proofImage: string;
/** Of the mail that asked whether it is fixed. */
let closureToken: string;

describe('what a person leaves', () => {
  it('is made: an account, a report with papers, mails of all kinds', async () => {
    await joinResident(portal, resident);
    await joinAdmin(portal, admin);
    token = await tokenOf(portal, resident);
    const telephone = mailboxTelephone(portal, number);
    await call(portal, '/api/phone', { method: 'PUT', token, json: { number } });
    await expect.poll(async () => (await telephone.got()).length, { timeout: 30_000 }).toBe(1);
    const code = /\d{6}/.exec((await telephone.got())[0] ?? '')?.[0];
    await call(portal, '/api/phone/code', { token, json: { code } });
    // Heard as theirs: then all that follows is told to it, too.
    const isKnown = async () => (await inDatabase('notify', 'select from phones')).length;
    await expect.poll(isKnown, { timeout: 30_000 }).toBe(1);
    const jpeg = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#456' } })
      .withExif({ IFD0: { Copyright: person.inPicture } })
      .jpeg()
      .toBuffer();
    expect(jpeg.includes(person.inPicture)).toBe(true);
    const work = await sharp({ create: { width: 60, height: 60, channels: 3, background: '#987' } })
      .jpeg()
      .toBuffer();
    const image = new File([new Uint8Array(jpeg)], 'a.jpg');
    const document = new File([`%PDF-1.4\n% ${person.inPaper}\n%%EOF\n`], 'a.pdf');
    const form = () => formOf({ issue: 'Street Lights Repair', ...civic, image, document });
    report = await call<Report>(portal, '/newrequest', { token, form });
    const desk = await adminTokenOf(portal, admin);
    const proof = () => formOf({ image: new File([new Uint8Array(work)], 'work.jpg'), note: office.ofProof });
    const proved = await call<{ image: string }>(portal, `/reports/${report.id}/proof`, { token: desk, form: proof });
    proofImage = proved.image;
    const [{ id: self }] = (await call(portal, '/api/admins', { token: desk })) as [{ id: string }];
    await call(portal, `/reports/${report.id}/assignee`, { method: 'PUT', token: desk, json: { assignee: self } });
    await call(portal, `/reports/${report.id}`, { method: 'PUT', token: desk, json: { status: 'Closed' } });
    const closing = await mailWith(portal.mailbox, person.email, /is now Closed$/);
    closureToken = new URL(linkIn(closing, '/closure#')).hash.slice(1);
    const dispute = { token: closureToken, answer: 'not-fixed', reason: `Still dark, says ${person.inReason}.` };
    await call(portal, '/closures/answer', { json: dispute });
    const told = await mailWith(portal.mailbox, admin.email, /is not fixed$/);
    expect(told.text).toContain(person.inReason);
    const note = { text: `We come to ${person.inNote} on Monday.`, public: true };
    await call(portal, `/reports/${report.id}/notes`, { token: desk, json: note });
    await call(portal, `/reports/${report.id}/notes`, { token: desk, json: { text: office.privately } });
    const message = await mailWith(portal.mailbox, person.email, /^A message about your report /);
    expect(message.text).toContain(person.inNote);
    await call(portal, '/auth/v1/recover', { json: { email: person.email } });
    await call(portal, '/auth/v1/user', { method: 'PUT', token, json: { email: person.newEmail } });
    const invitation = { userEmail: person.email, neighborEmail: 'neighbour@example.org' };
    await call(portal, '/api/sendInvite', { token, json: invitation });
    await mailWith(portal.mailbox, person.email, /^Reset your password$/);
    await mailWith(portal.mailbox, person.newEmail, /^Confirm your new email$/);
    await mailWith(portal.mailbox, 'neighbour@example.org', /invites you/);
    for (const sent of ['YES 123456', 'STOP', 'START', 'Hello?']) await telephone.send(sent);
    await expect.poll(async () => (await telephone.got()).length, { timeout: 30_000 }).toBeGreaterThanOrEqual(8);
    // After the mails, which are in English.
    await call(portal, '/auth/v1/user', { method: 'PUT', token, json: { data: { language: 'ur' } } });
    await expect.poll(languagesKnown, { timeout: 30_000 }).toBe(1);
  });

  it.each(['postgres', 'kafka', 'logs', 'mailbox'])(
    'is nothing that other users of the machine read: %s',
    async (name) => {
      expect((await stat(join(portal.dataDir, name))).mode & 0o077).toBe(0);
    },
  );

  it('has links that nobody makes from tables, topics, files, logs and backups', async () => {
    const mails = [person.email, person.newEmail, 'neighbour@example.org'].map((to) => mailsTo(portal.mailbox, to));
    const texts = (await Promise.all(mails)).flat().map(({ text }) => text);
    const tokens = texts.flatMap((text) =>
      [...text.matchAll(/(?:[?&#](?:token|token_hash)=|\/closure#)([\w.-]+)/g)].map(([, one]) => String(one)),
    );
    expect(tokens).toHaveLength(5);
    expect(tokens).toContain(closureToken);
    // Of a token its end is what cannot be known: the rest is an id or an address.
    const ends = tokens.map((one) => one.slice(-40));
    const { linkSecret, closureLinkSecret, unsubscribeSecret } = await readSecrets(portal.dataDir);
    expect(await searchTables(running.databases, ends)).toEqual([]);
    expect(await searchTopics(running.brokers, ends)).toEqual([]);
    const inFiles = await searchFiles(portal.dataDir, ends);
    // The development mailbox stands for people's own.
    expect(besides([/^mailbox\//], inFiles)).toEqual([]);
    expect(inFiles.length).toBeGreaterThan(0);
    const secrets = [linkSecret, closureLinkSecret, unsubscribeSecret];
    expect(await searchFiles(await backup('before'), [...ends, ...secrets])).toEqual([]);
    const recovery = linkIn(await mailWith(portal.mailbox, person.email, /^Reset your password$/), 'token_hash');
    const token_hash = new URL(recovery).hash.replace('#token_hash=', '');
    await call(portal, '/auth/v1/verify', { json: { type: 'recovery', token_hash } });
  });

  it('is found as long as the account is there: the search works', async () => {
    const found = await searchTables(running.databases, words);
    const places = ['auth.users', 'auth.profiles', 'reports.people', 'reports.reports'];
    for (const place of [
      ...places,
      'auth.phones',
      'notify.phones',
      'reports.closures',
      'reports.history',
      'reports.report_words',
    ])
      expect(found.join('\n')).toContain(place);
    expect((await searchTopics(running.brokers, words)).length).toBeGreaterThan(0);
    const files = (await searchFiles(join(portal.dataDir, 'files'), words)).join('\n');
    for (const one of [person.inPaper, person.inPicture]) expect(files).toContain(one);
  });
});

describe('an erased person', () => {
  /** Where words are still allowed to be, and until when. */
  const files = [
    // Postgres overwrites deleted rows and its log in time; what can be asked for is in the tables.
    /^postgres\//,
    // Events of the last days, until their retention is over: below. Compressed, so topics are read as well.
    /^kafka\/log\/tma\./,
    // The development mailbox, in the place of people's own mailboxes: until it is emptied.
    /^mailbox\//,
  ];

  it('is in no table, no dead letter, no file and no log', async () => {
    await call(portal, '/auth/v1/user', { method: 'DELETE', token, json: { current_password: resident.password } });
    await settled();
    // To whom mails were is known for ten minutes.
    await inDatabase(
      'notify',
      `update deliveries set created_at = created_at - interval '10 minutes',
      sent_at = sent_at - interval '1 minute'`,
    );
    const tables = () => searchTables(running.databases, words);
    await expect.poll(tables, { timeout: 90_000, interval: 2000 }).toEqual([]);
    const inFiles = () => searchFiles(portal.dataDir, words, files);
    await expect.poll(inFiles, { timeout: 90_000, interval: 2000 }).toEqual([]);
    const events = [/^tma\.identity\.v1: /, /^tma\.reports\.v1: /, /^tma\.messages\.v1: /];
    expect(besides(events, await searchTopics(running.brokers, words))).toEqual([]);
  });

  it('is in no new backup', async () => {
    expect(await searchFiles(await backup('after'), words)).toEqual([]);
  });

  it('has no link that works', async () => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ token: closureToken });
    const answer = await fetch(`${portal.portal}/closures/view`, { method: 'POST', headers, body });
    expect([answer.status, await answer.json()]).toMatchObject([404, { code: 'link_unknown' }]);
  });

  it('has no language, and waits for nothing that would be written to them', async () => {
    expect(await languagesKnown()).toBe(0);
    expect(await inDatabase('notify', "select from deliveries where state in ('queued', 'deferred')")).toEqual([]);
  });

  it('leaves the report, which belongs to the town, and what the office wrote for itself, by name', async () => {
    const token = await adminTokenOf(portal, admin);
    const rows = await call<(Report & typeof civic)[]>(portal, '/adminrequests', { token });
    const proof = { proof: proofImage, assignee: { name: expect.any(String) } };
    expect(rows).toMatchObject([{ id: report.id, ...civic, name: 'Deleted user', closure: 'disputed', ...proof }]);
    for (const image of [report.image, proofImage]) expect((await fetch(`${portal.portal}/${image}`)).status).toBe(200);
    const history = await call<{ kind: string; text: string | null; public?: boolean }[]>(
      portal,
      `/reports/${report.id}/history?notes=public`,
      { token },
    );
    const texts = history.filter(({ kind }) => ['noted', 'proved', 'disputed'].includes(kind));
    expect(texts.map(({ kind, text, public: isPublic }) => [kind, isPublic, text])).toEqual([
      ['proved', undefined, office.ofProof],
      ['disputed', undefined, null],
      ['noted', true, null],
      ['noted', false, office.privately],
    ]);
  });

  it('is in no topic once the retention of events is over, and in no file', async () => {
    const soon = topicPlans.map((plan) => ({ ...plan, config: { 'retention.ms': '1000', 'segment.ms': '1000' } }));
    await ensureTopics({ brokers: running.brokers }, soon, createLog('test', 'silent'));
    for (const of of ['messages', 'sms']) await fetch(`${portal.mailbox}/${of}`, { method: 'DELETE' });
    const inTopics = () => searchTopics(running.brokers, words);
    // Kafka looks every half minute, and to read all topics costs more than to wait.
    await expect.poll(inTopics, { timeout: 180_000, interval: 10_000 }).toEqual([]);
    const inFiles = () => searchFiles(portal.dataDir, words, [/^postgres\//]);
    await expect.poll(inFiles, { timeout: 30_000, interval: 1000 }).toEqual([]);
  });
});
