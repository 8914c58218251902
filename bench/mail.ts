/**
 * From a change of status to the mail at the SMTP server, compared with a bare kafkajs and nodemailer (`bare-mail.ts` says what
 * that does not do). One mail at a time, in rounds that alternate; a round begins when nothing of the one before is under way.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { readInfraConfig } from '../infra/config.ts';
import type { Running } from '../infra/run/run-file.ts';
import { clusterOf, fillPortal, password } from '../infra/seed/fill.ts';
import { adminEmail } from '../infra/seed/people.store.ts';
import { adminTokenOf, call } from '../testing/calls.ts';
import { type Smtp, startSmtp } from '../testing/smtp.ts';
import { percentileOf, type Row, ratioRow } from './measure.ts';
import { type Peer, startPeer } from './peer.ts';
import { withPortal } from './portal.ts';
import { coreSeconds } from './processes.ts';

const perRound = 20;
const rounds = 20;
const warmUp = 5;
const mails = perRound * (rounds + warmUp);
/** More changes of one person's reports within ten minutes become one mail. */
const perPerson = 4;
const parts = ['gateway', 'reports', 'files', 'notify', 'postgres', 'kafka'] as const;

interface Report {
  id: string;
  reference: string;
  userId: string;
}

interface Sent {
  /** A part of the mail's subject. */
  subject: string;
  /** When it was asked for, by `performance.now()`. */
  at: number;
}
interface Taken extends Sent {
  ms: number;
}
interface Side {
  send(number: number): Promise<Sent>;
  /** The processes whose time is counted, by name. */
  pids: Record<string, number>;
  taken: Taken[];
  cores: Record<string, number>;
}

/** Starts a portal of its own. Takes two minutes. */
export async function bench(): Promise<Row[]> {
  const smtp = await startSmtp();
  const measure = async (running: Running, dataDir: string) => {
    const peer = await startPeer('./bare-mail.ts', running.brokers.join(','), smtp.url, 'bench.mails');
    try {
      const cluster = await clusterOf(readInfraConfig(), dataDir, running);
      const { seed } = await fillPortal(running.urls.portal, cluster, { reports: 20_000, seed: 1 }, () => {});
      const portal: Side = {
        send: await createChanger(running.urls.portal, adminEmail(seed, 1)),
        pids: Object.fromEntries(parts.map((name) => [name, running.children[name] ?? 0])),
        taken: [],
        cores: {},
      };
      const bare: Side = { send: askPeer(peer), pids: { bare: peer.pid }, taken: [], cores: {} };
      for (let round = -warmUp; round < rounds; round += 1) {
        for (const side of round % 2 === 0 ? [portal, bare] : [bare, portal]) {
          await untilDrained(running);
          await playRound(side, smtp, round);
        }
      }
      return [...rowsOf(bare.taken, portal.taken), ...coreRows(bare, portal)];
    } finally {
      await peer.stop();
    }
  };
  return withPortal({ SMTP_URL: smtp.url }, measure).finally(() => smtp.stop());
}

async function playRound({ send, pids, taken, cores }: Side, smtp: Smtp, round: number): Promise<void> {
  const before = await coresOf(pids);
  for (let number = 0; number < perRound; number += 1) {
    const mail = await untilReceived(smtp, await send((round + warmUp) * perRound + number));
    if (round >= 0) taken.push(mail);
  }
  if (round < 0) return;
  for (const [name, seconds] of Object.entries(await coresOf(pids)))
    cores[name] = (cores[name] ?? 0) + seconds - (before[name] ?? 0);
}

const coresOf = async (pids: Record<string, number>) =>
  Object.fromEntries(
    await Promise.all(Object.entries(pids).map(async ([name, pid]) => [name, await coreSeconds(pid)] as const)),
  );

async function untilReceived({ received }: Smtp, sent: Sent): Promise<Taken> {
  for (;;) {
    const mail = received.findLast(({ subject }) => subject.includes(sent.subject));
    if (mail) return { ...sent, ms: mail.at - sent.at };
    await wait(1);
  }
}

/** Waits until every event is sent and handled. */
async function untilDrained({ ports }: Running): Promise<void> {
  for (const name of ['reports', 'files', 'notify'] as const) {
    for (;;) {
      const answer = await fetch(`http://127.0.0.1:${ports[name]}/internal/status`);
      const { outbox, consumers } = (await answer.json()) as {
        outbox: { backlog: number };
        consumers: { lag: number }[];
      };
      if (outbox.backlog === 0 && consumers.every(({ lag }) => lag === 0)) break;
      await wait(20);
    }
  }
}

/** Signs an administrator in. @returns a function that schedules another report with each call */
async function createChanger(address: string, email: string): Promise<(number: number) => Promise<Sent>> {
  const portal = { portal: address };
  const token = await adminTokenOf(portal, { email, password });
  const reports = await fewOfEach(portal, token);
  return async (number) => {
    const report = reports[number];
    if (!report) throw new Error('there are too few reports');
    const at = performance.now();
    await call(portal, `/reports/${report.id}`, { method: 'PUT', token, json: { schedule: '2027-03-05' } });
    return { subject: report.reference, at };
  };
}

async function fewOfEach(portal: { portal: string }, token: string): Promise<Report[]> {
  const few: Report[] = [];
  const known = new Map<string, number>();
  let before = '';
  while (few.length < mails) {
    const page = await call<Report[]>(portal, `/adminrequests?filter=not-scheduled&limit=200${before}`, { token });
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

const askPeer = (peer: Peer) => async (number: number) => {
  const subject = `bare mail ${number}.`;
  const at = performance.now();
  const answer = await fetch(peer.url + encodeURIComponent(subject), { method: 'POST' });
  await answer.body?.cancel();
  return { subject, at };
};

const ms = (value: number) => `${value.toFixed(1)} ms`;

function rowsOf(bare: readonly Taken[], portal: readonly Taken[]): Row[] {
  const at = (all: readonly Taken[], share: number) =>
    percentileOf(
      all.map(({ ms: took }) => took),
      share,
    );
  const goals = [
    ['p50', 0.5, 2.5],
    ['p99', 0.99, 1.5],
  ] as const;
  return goals.flatMap(([name, share, goal]) => [
    { name: `mail: kafkajs and nodemailer, ${name}`, value: ms(at(bare, share)), goal: '' },
    { name: `mail: from the change to the server, ${name}`, value: ms(at(portal, share)), goal: '' },
    ratioRow(`mail: portal to bare, ${name}`, at(portal, share) / at(bare, share), '<=', goal),
  ]);
}

function coreRows(bare: Side, portal: Side): Row[] {
  const perMail = ({ cores, taken }: Side) =>
    Object.entries(cores).map(([name, seconds]) => ({ name, each: (seconds * 1000) / taken.length }));
  const ours = perMail(portal);
  const sum = ours.reduce((all, { each }) => all + each, 0);
  const shares = ours.map(({ name, each }) => `${name} ${each.toFixed(1)}`).join(', ');
  return [
    { name: 'mail: CPU of the bare peer for each', value: ms(perMail(bare)[0]?.each ?? Number.NaN), goal: '' },
    { name: 'mail: CPU of the portal for each', value: `${ms(sum)}: ${shares}`, goal: '' },
  ];
}
