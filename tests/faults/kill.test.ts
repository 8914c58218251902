/**
 * Processes are killed during each step of a report's life; then notify while it tells of a report by mail and to a telephone: each comes,
 * and to the telephone once. Then the day's messages are used up. All on one portal, as starting one takes longer than each of these.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join as path } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { childEnvironment, readInfraConfig } from '../../infra/config.ts';
import { withClient } from '../../infra/deploy/cluster.store.ts';
import { run } from '../../infra/processes/run-program.ts';
import { formOf } from '../../infra/seed/calls.ts';
import { photo } from '../../services/files/testing/photos.ts';
import { type Answer, startFakeKannel } from '../../services/notify/testing/kannel.ts';
import { newTehsil } from '../../testing/admins.ts';
import { call, join, joinAdmin, retryUnavailable } from '../../testing/calls.ts';
import { testConfig } from '../../testing/config.ts';
import { papers } from '../../testing/deploy/sample-tehsil.ts';
import { eventually } from '../../testing/faults/wait.ts';
import { linkIn, mailsTo, mailWith } from '../../testing/mailbox.ts';
import { noLimits } from '../../testing/no-limits.ts';
import { newResident, type Portal } from '../../testing/people.ts';
import { startPortal } from '../../testing/portal.ts';
import { changeReport, type Report, submitReport } from '../../testing/reports.ts';
import { newMobile } from '../../testing/telephones.ts';

const jpeg = await photo(1);
const long = { timeout: 100_000, interval: 200 };
const number = newMobile();
let kannel: Awaited<ReturnType<typeof startFakeKannel>>;
let failpoints: string;
let started: Awaited<ReturnType<typeof startPortal>>;
let portal: Portal;
let token: string;
const [resident, head] = [newResident('Mardan'), newResident('Mardan')];

beforeAll(async () => {
  kannel = await startFakeKannel();
  kannel.answerWith(ofGateway);
  failpoints = await mkdtemp(path(tmpdir(), 'tma-failpoints-'));
  started = await startPortal({
    config: readInfraConfig({ BACKING: 'native', SMS_URL: kannel.url }),
    // The code, and a message of each fault.
    env: { ...noLimits, SMS_QUIET: 'off', SMS_PER_DAY: String(1 + chosen.length), FAILPOINTS_DIR: failpoints },
  });
  ({ portal } = started);
  await joinAdmin(portal, head);
  token = await join(portal, resident);
  await call(portal, '/api/phone', { method: 'PUT', token, json: { number } });
  await eventually('a code comes', () => kannel.to(number).length === 1, long.timeout);
  const code = /\d{6}/.exec(kannel.to(number)[0] ?? '')?.[0];
  await call(portal, '/api/phone/code', { token, json: { code } });
  const isKnown = async () => (await inNotify('select from phones where number = $1', [number])) === 1;
  await eventually('notify knows whose number it is', isKnown, long.timeout);
}, 240_000);
afterAll(async () => {
  await started?.stop();
  await kannel?.stop();
  await rm(failpoints, { recursive: true, force: true });
});

const pidOf = (name: string): number =>
  JSON.parse(readFileSync(path(portal.dataDir, 'run.json'), 'utf8')).children[name];

/** Waits until a process has a successor. */
const isFresh = (name: string, pid: number) => expect.poll(() => pidOf(name), long).not.toBe(pid);

/** Ends a process as a power cut would, and waits until its successor is there. */
async function kill(name: string) {
  const pid = pidOf(name);
  process.kill(pid, 'SIGKILL');
  await isFresh(name, pid);
}

/** Sends a picture of the finished work until it is there: when the answer was lost, the next attempt is refused with 422. */
async function addProof(token: string, id: string, picture: Buffer) {
  const answer = await retryUnavailable(() => {
    const body = formOf({ image: new File([new Uint8Array(picture)], 'work.jpg', { type: 'image/jpeg' }) });
    const headers = { authorization: `Bearer ${token}` };
    return fetch(`${portal.portal}/reports/${id}/proof`, { method: 'POST', headers, body });
  });
  expect([201, 422]).toContain(answer.status);
}

const answerByLink = (token: string, answer: string, reason?: string) =>
  call(portal, '/closures/answer', { json: { token, answer, reason } });

/** In run n each step meets the death of the process n places after the one of run 0. */
const names = ['reports', 'files', 'notify', 'open311', 'auth', 'gateway'];
const runs = testConfig.allFaults ? names : names.slice(0, 2);

it.each(runs)(
  'kill -9 of %s during the first step, and of another process during each step after it: each step takes effect once, nothing is lost, no mail comes twice',
  { timeout: 240_000 },
  async (first) => {
    const { tehsil } = await newTehsil(portal);
    const resident = newResident(tehsil);
    const clerk = newResident(tehsil);
    const token = await join(portal, resident);
    const office = await joinAdmin(portal, clerk);
    let next = names.indexOf(first);
    const during = async <T>(work: Promise<T>): Promise<T> => {
      const name = names[next % names.length] ?? '';
      next += 1;
      const [done] = await Promise.all([work, kill(name)]);
      return done;
    };

    const submitted = submitReport(
      portal,
      token,
      jpeg,
      {},
      { pdf: papers, headers: { 'idempotency-key': `walk-${resident.email}` } },
    );
    const { id, reference, image } = await during(submitted);
    const [row] = await call<Report[]>(portal, '/adminrequests?limit=1', { token: office });
    expect(row).toMatchObject({ id, status: 'Open' });

    const closingMails = async () =>
      (await mailsTo(portal.mailbox, resident.email)).filter(({ subject }) =>
        subject.endsWith(`${reference} is now Closed`),
      );
    const linkOf = async (attempt: number) => {
      await expect.poll(async () => (await closingMails()).length, { timeout: 40_000 }).toBe(attempt);
      const [mail] = await closingMails();
      return new URL(linkIn(mail ?? { text: '' }, '/closure#')).hash.slice(1);
    };
    const pictures = [await photo(2), await photo(3)] as const;
    await during(addProof(office, id, pictures[0]));
    await during(changeReport(portal, office, id, { status: 'Closed' }));
    const firstLink = await linkOf(1);
    await during(answerByLink(firstLink, 'not-fixed', 'It leaks again.'));
    await mailWith(portal.mailbox, clerk.email, new RegExp(`^Sana Khan says ${reference} is not fixed$`), 40_000);
    await during(addProof(office, id, pictures[1]));
    await during(changeReport(portal, office, id, { status: 'Closed' }));
    const secondLink = await linkOf(2);
    expect(secondLink).not.toBe(firstLink);
    await during(answerByLink(secondLink, 'fixed'));

    const history = await call<{ kind: string; status: string }[]>(portal, `/reports/${id}/history`, { token: office });
    expect(history.map(({ kind, status }) => `${kind} ${status}`)).toEqual([
      'created Open',
      'proved Open',
      'changed Closed',
      'disputed Open',
      'proved Open',
      'changed Closed',
      'confirmed Closed',
    ]);
    const closure = await call<{ proof: string }>(portal, `/reports/${id}/closure`, { token });
    expect(closure).toMatchObject({ attempt: 2, state: 'confirmed', disputes: 1 });
    for (const path of [image, closure.proof]) {
      const picture = await retryUnavailable(() => fetch(`${portal.portal}/${path}`));
      expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp']);
    }
    const headers = { authorization: `Bearer ${token}` };
    const document = await retryUnavailable(() => fetch(`${portal.portal}/download-pdf/${id}`, { headers }));
    expect(Buffer.from(await document.arrayBuffer()).equals(papers)).toBe(true);
    const stats = await call(portal, `/api/stats?tehsil=${encodeURIComponent(tehsil)}`);
    expect(stats).toEqual({ resolved: 1, confirmed: 1, disputed: 1, unanswered: 0, withoutProof: 0 });
    await mailWith(portal.mailbox, resident.email, new RegExp(`^We received your report ${reference}$`), 40_000);
    const mails = [...(await mailsTo(portal.mailbox, resident.email)), ...(await mailsTo(portal.mailbox, clerk.email))];
    const ids = mails.map((mail) => mail.headers['message-id']);
    expect(new Set(ids).size).toBe(ids.length);
  },
);

const inNotify = (sql: string, values: string[] = []) =>
  withClient(started.running.databases.notify, async (client) => (await client.query(sql, values)).rowCount);

/** Kannel's receipts go on until notify takes them: that the network has it, and that the telephone has it, twice. */
const receipts = async (sent: Parameters<Answer>[0]) => {
  for (const status of [8, 1, 1]) await kannel.bringReceipt(sent, status);
};
const ofGateway: Answer = (sent, response) => {
  response.writeHead(202).end();
  void receipts(sent);
};

/** What happens while a report's message is on its way; it is told by the time that this is over. */
const faults: { name: string; during(tell: () => Promise<void>): Promise<void> }[] = [
  {
    name: 'notify killed between the gateway’s answer and the record',
    async during(tell) {
      const pid = pidOf('notify');
      await writeFile(path(failpoints, 'sms-accepted'), '');
      await tell();
      await expect.poll(() => readdirSync(failpoints), long).toEqual([]);
      await isFresh('notify', pid);
    },
  },
  {
    name: 'notify killed while the gateway, which has the message, does not answer',
    async during(tell) {
      const before = kannel.received.length;
      kannel.answerWith((sent) => void receipts(sent));
      await tell();
      await expect.poll(() => kannel.received.length, long).toBeGreaterThan(before);
      kannel.answerWith(ofGateway);
      await kill('notify');
    },
  },
  {
    name: 'the gateway away, and notify killed meanwhile',
    async during(tell) {
      await kannel.goDown();
      await tell();
      const isWaiting = `select from deliveries where channel = 'sms' and state = 'deferred'`;
      await expect.poll(() => inNotify(isWaiting), long).toBe(1);
      await kill('notify');
      await kannel.goUp();
    },
  },
];
const chosen = testConfig.allFaults ? faults : faults.slice(0, 1);

const waiting = () => inNotify(`select from deliveries where state in ('queued', 'deferred')`);
/** A report of the resident's. @returns its reference */
const submitted = async () =>
  (await submitReport(portal, token, await photo(Math.floor(Math.random() * 1000)))).reference;
/** The mails about a report, once there are any. */
async function mailsOf(reference: string) {
  const { mailbox } = portal;
  await mailWith(mailbox, resident.email, new RegExp(`^We received your report ${reference}$`), 60_000);
  return (await mailsTo(mailbox, resident.email)).filter(({ subject }) => subject.includes(reference));
}

it.each(chosen)(
  '$name: the event is told by mail and to the telephone, there once',
  { timeout: 240_000 },
  async ({ during }) => {
    kannel.answerWith(ofGateway);
    let reference = '';
    await during(async () => {
      reference = await submitted();
    });
    const told = () => kannel.to(number).filter((text) => text.includes(reference)).length;
    await expect.poll(told, long).toBe(1);
    const mails = await mailsOf(reference);
    await expect.poll(waiting, long).toBe(0);
    expect([told(), new Set(mails.map(({ headers }) => headers['message-id'])).size]).toEqual([1, 1]);
  },
);

it('once SMS_PER_DAY are sent there are mails alone, the head is mailed so once, and npm run status has the figures', async () => {
  const before = kannel.received.length;
  for (let time = 0; time < 2; time += 1) await mailsOf(await submitted());
  const toHead = new RegExp(`^${1 + chosen.length} messages were sent to telephones today$`);
  await mailWith(portal.mailbox, head.email, toHead, 60_000);
  await expect.poll(waiting, long).toBe(0);
  const told = (await mailsTo(portal.mailbox, head.email)).filter(({ subject }) => toHead.test(subject));
  expect([told.length, kannel.received.length]).toEqual([1, before]);
  const env = { ...childEnvironment(), DATA_DIR: portal.dataDir };
  const { output } = await run(process.execPath, ['infra/commands/status.ts'], { env });
  expect(output).toMatch(
    new RegExp(
      `messages sent: ${1 + chosen.length} \\(\\d+ segments\\), failed 0, by receipt 0, waiting 0, the last receipt .* ago`,
    ),
  );
});
