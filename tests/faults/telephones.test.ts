/**
 * Notify is killed while it tells of a report by mail and to a telephone: each comes, and to the telephone once. Then the day's
 * messages are used up.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join as path } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { childEnvironment, readInfraConfig } from '../../infra/config.ts';
import { withClient } from '../../infra/deploy/cluster.store.ts';
import { run } from '../../infra/processes/run-program.ts';
import { photo } from '../../services/files/testing/photos.ts';
import { type Answer, startFakeKannel } from '../../services/notify/testing/kannel.ts';
import { call, join, joinAdmin } from '../../testing/calls.ts';
import { testConfig } from '../../testing/config.ts';
import { eventually } from '../../testing/faults/wait.ts';
import { mailsTo, mailWith } from '../../testing/mailbox.ts';
import { noLimits } from '../../testing/no-limits.ts';
import { newResident } from '../../testing/people.ts';
import { startPortal } from '../../testing/portal.ts';
import { submitReport } from '../../testing/reports.ts';
import { newMobile } from '../../testing/telephones.ts';

const long = { timeout: 100_000, interval: 200 };
const number = newMobile();
let kannel: Awaited<ReturnType<typeof startFakeKannel>>;
let failpoints: string;
let started: Awaited<ReturnType<typeof startPortal>>;
let token: string;
const [resident, head] = [newResident('Mardan'), newResident('Mardan')];

const inNotify = (sql: string, values: string[] = []) =>
  withClient(started.running.databases.notify, async (client) => (await client.query(sql, values)).rowCount);

const pidOfNotify = (): number =>
  JSON.parse(readFileSync(path(started.portal.dataDir, 'run.json'), 'utf8')).children.notify;
const isFresh = (pid: number) => expect.poll(pidOfNotify, long).not.toBe(pid);
const killed = async () => {
  const pid = pidOfNotify();
  process.kill(pid, 'SIGKILL');
  await isFresh(pid);
};
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
      const pid = pidOfNotify();
      await writeFile(path(failpoints, 'sms-accepted'), '');
      await tell();
      await expect.poll(() => readdirSync(failpoints), long).toEqual([]);
      await isFresh(pid);
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
      await killed();
    },
  },
  {
    name: 'the gateway away, and notify killed meanwhile',
    async during(tell) {
      await kannel.goDown();
      await tell();
      const isWaiting = `select from deliveries where channel = 'sms' and state = 'deferred'`;
      await expect.poll(() => inNotify(isWaiting), long).toBe(1);
      await killed();
      await kannel.goUp();
    },
  },
];
const chosen = testConfig.allFaults ? faults : faults.slice(0, 1);

const waiting = () => inNotify(`select from deliveries where state in ('queued', 'deferred')`);
/** A report of the resident's. @returns its reference */
const submitted = async () =>
  (await submitReport(started.portal, token, await photo(Math.floor(Math.random() * 1000)))).reference;
/** The mails about a report, once there are any. */
async function mailsOf(reference: string) {
  const { mailbox } = started.portal;
  await mailWith(mailbox, resident.email, new RegExp(`^We received your report ${reference}$`), 60_000);
  return (await mailsTo(mailbox, resident.email)).filter(({ subject }) => subject.includes(reference));
}

beforeAll(async () => {
  kannel = await startFakeKannel();
  kannel.answerWith(ofGateway);
  failpoints = await mkdtemp(path(tmpdir(), 'tma-failpoints-'));
  started = await startPortal({
    config: readInfraConfig({ BACKING: 'native', SMS_URL: kannel.url }),
    // The code, and a message of each fault.
    env: { ...noLimits, SMS_QUIET: 'off', SMS_PER_DAY: String(1 + chosen.length), FAILPOINTS_DIR: failpoints },
  });
  const { portal } = started;
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
  const { portal } = started;
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
