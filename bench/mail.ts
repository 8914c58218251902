/** From a change of status to the mail at the SMTP server, compared with a bare kafkajs and nodemailer. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { connectKafka, createLog, ensureTopics } from '@tma/kit';
import { createTransport } from 'nodemailer';
import { readInfraConfig } from '../infra/config.ts';
import { clusterOf, fillPortal, password } from '../infra/seed/fill.ts';
import { adminEmail } from '../infra/seed/people.store.ts';
import { type Smtp, startSmtp } from '../testing/smtp.ts';
import { type Row, ratioRow } from './measure.ts';
import { startPortal } from './portal.ts';

const times = 200;
const warmUp = 20;
/** More changes of one person's reports within ten minutes become one mail. */
const perPerson = 4;
const topic = 'bench.mails';

interface Report {
  id: string;
  reference: string;
  userId: string;
}

/** Starts a portal of its own. Takes a minute and a half. */
export async function bench(): Promise<Row[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tma-bench-'));
  const smtp = await startSmtp();
  const { running, stop } = await startPortal(dataDir, { SMTP_URL: smtp.url });
  const bare = await startBare(running.brokers, smtp);
  try {
    const { portal } = running.urls;
    const cluster = await clusterOf(readInfraConfig(), dataDir, running);
    const { seed } = await fillPortal(portal, cluster, { reports: 20_000, seed: 1 }, () => {});
    const change = await createChanger(portal, adminEmail(seed, 1));
    const took: Record<'bare' | 'portal', number[]> = { bare: [], portal: [] };
    for (let time = -warmUp; time < times; time += 1) {
      const ours = await untilReceived(smtp, await change(time + warmUp));
      const theirs = await untilReceived(smtp, await bare.send(time + warmUp));
      if (time < 0) continue;
      took.portal.push(ours);
      took.bare.push(theirs);
    }
    return rowsOf(took);
  } finally {
    await bare.stop();
    await stop();
    await smtp.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

interface Sent {
  /** A part of the mail's subject. */
  subject: string;
  at: number;
}

async function untilReceived({ received }: Smtp, { subject, at }: Sent): Promise<number> {
  while (!received.some((mail) => mail.subject.includes(subject))) await wait(1);
  return performance.now() - at;
}

/** Signs an administrator in. @returns a function that schedules another report with each call */
async function createChanger(portal: string, email: string): Promise<(number: number) => Promise<Sent>> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ Email: email, Password: password });
  const signedIn = await fetch(`${portal}/adminsignin`, { method: 'POST', headers, body });
  const { Token } = (await signedIn.json()) as { Token: string };
  const own = { ...headers, authorization: `Bearer ${Token}` };
  const reports = await fewOfEach(portal, own);
  return async (number) => {
    const report = reports[number];
    if (!report) throw new Error('there are too few reports');
    const at = performance.now();
    const answer = await fetch(`${portal}/reports/${report.id}`, {
      method: 'PUT',
      headers: own,
      body: JSON.stringify({ schedule: '2027-03-05' }),
    });
    if (!answer.ok) throw new Error(`changing gave ${answer.status}: ${await answer.text()}`);
    await answer.body?.cancel();
    return { subject: report.reference, at };
  };
}

async function fewOfEach(portal: string, headers: Record<string, string>): Promise<Report[]> {
  const few: Report[] = [];
  const known = new Map<string, number>();
  let before = '';
  while (few.length < times + warmUp) {
    const answer = await fetch(`${portal}/adminrequests?filter=not-scheduled&limit=200${before}`, { headers });
    const page = (await answer.json()) as Report[];
    if (page.length === 0) break;
    for (const report of page) {
      const count = known.get(report.userId) ?? 0;
      known.set(report.userId, count + 1);
      if (count < perPerson) few.push(report);
    }
    before = `&before=${page.at(-1)?.id}`;
  }
  return few;
}

/** The peer: an event of the same size through Kafka, then one mail by nodemailer. */
async function startBare(brokers: readonly string[], smtp: Smtp) {
  const log = createLog('bench', 'silent');
  const kafka = connectKafka(brokers, 'bench', log, (error) => {
    throw error;
  });
  await ensureTopics(brokers, [{ name: topic, partitions: 1 }], log);
  const transport = createTransport({ url: smtp.url, pool: true, maxConnections: 3 });
  await kafka.consume('bench', [topic], async ({ key }) => {
    await transport.sendMail({ from: 'a@example.com', to: 'b@example.com', subject: key, text: 'x'.repeat(1500) });
  });
  return {
    async send(number: number): Promise<Sent> {
      const subject = `bare mail ${number}.`;
      const at = performance.now();
      await kafka.produce([{ topic, key: subject, value: JSON.stringify({ text: 'x'.repeat(1000) }) }]);
      return { subject, at };
    },
    async stop() {
      await kafka.close();
      transport.close();
    },
  };
}

function rowsOf({ bare, portal }: Record<'bare' | 'portal', number[]>): Row[] {
  const at = (all: readonly number[], share: number) =>
    all.toSorted((a, b) => a - b)[Math.floor(all.length * share)] ?? Number.NaN;
  const ms = (value: number) => `${value.toFixed(1)} ms`;
  const goals = [
    ['p50', 0.5, 1.5],
    ['p99', 0.99, 3],
  ] as const;
  return goals.flatMap(([name, share, goal]) => [
    { name: `mail: kafkajs and nodemailer, ${name}`, value: ms(at(bare, share)), goal: '' },
    { name: `mail: from the change to the server, ${name}`, value: ms(at(portal, share)), goal: '' },
    ratioRow(`mail: portal to bare, ${name}`, at(portal, share) / at(bare, share), '<=', goal),
  ]);
}
