/**
 * From a change of status to the mail at the SMTP server, compared with a bare kafkajs and nodemailer (`bare-mail.ts` says what
 * that does not do). One mail at a time, in rounds that alternate; a round begins when nothing of the one before is under way.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { Running } from '../infra/run/run-file.ts';
import { password } from '../infra/seed/fill.ts';
import { adminEmail } from '../infra/seed/people.store.ts';
import { adminTokenOf, call } from '../testing/calls.ts';
import type { Smtp } from '../testing/smtp.ts';
import { percentileOf, type Row, ratioRow } from './measure.ts';
import { type Peer, startPeer } from './peer.ts';
import { addTaken, type CoreSeconds, coresOf, millisecondsOf, type Pids, pidsOf } from './processes.ts';
import { withFilledPortal, withSmtp } from './systems.ts';

const existing = 20_000;
const perRound = 20;
const rounds = 20;
const warmUp = 5;
const mails = perRound * (rounds + warmUp);
/** More changes of one person's reports within ten minutes become one mail. */
const perPerson = 4;
const parts = ['gateway', 'reports', 'files', 'notify', 'postgres', 'kafka'];

interface Report {
  id: string;
  reference: string;
  userId: string;
}

/** One of the two that are compared. */
interface Side {
  /** Asks for a mail. @returns a part of its subject */
  send: (number: number) => Promise<string>;
  /** The processes whose time is counted. */
  pids: Pids;
  /** Milliseconds of each mail. */
  took: number[];
  cores: CoreSeconds;
}

/** Starts a portal of its own. Takes two minutes. */
export const bench = (): Promise<Row[]> =>
  withSmtp((smtp) =>
    withFilledPortal({ SMTP_URL: smtp.url }, existing, async ({ running, people }) => {
      const peer = await startPeer('bare-mail.ts', running.brokers.join(','), smtp.url, 'bench.mails');
      try {
        const change = await createChanger(running.urls.portal, adminEmail(people.seed, 1));
        const portal: Side = { send: change, pids: pidsOf(running, parts), took: [], cores: {} };
        const bare: Side = { send: (number) => askPeer(peer, number), pids: { bare: peer.pid }, took: [], cores: {} };
        for (let round = -warmUp; round < rounds; round += 1) {
          for (const side of round % 2 === 0 ? [portal, bare] : [bare, portal]) {
            await untilDrained(running);
            await playRound(side, smtp, round);
          }
        }
        return [...timeRows(bare, portal), ...coreRows(bare, portal)];
      } finally {
        await peer.stop();
      }
    }),
  );

async function playRound(side: Side, smtp: Smtp, round: number): Promise<void> {
  const before = await coresOf(side.pids);
  for (let number = 0; number < perRound; number += 1) {
    const begun = performance.now();
    const at = await untilReceived(smtp, await side.send((round + warmUp) * perRound + number));
    if (round >= 0) side.took.push(at - begun);
  }
  if (round >= 0) side.cores = addTaken(side.cores, before, await coresOf(side.pids));
}

/** @returns when the mail was there */
async function untilReceived({ received }: Smtp, words: string): Promise<number> {
  for (;;) {
    const mail = received.findLast(({ subject }) => subject.includes(words));
    if (mail) return mail.at;
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
async function createChanger(address: string, email: string): Promise<Side['send']> {
  const portal = { portal: address };
  const token = await adminTokenOf(portal, { email, password });
  const reports = await fewOfEach(portal, token);
  return async (number) => {
    const report = reports[number];
    if (!report) throw new Error('there are too few reports');
    await call(portal, `/reports/${report.id}`, { method: 'PUT', token, json: { schedule: '2027-03-05' } });
    return report.reference;
  };
}

async function fewOfEach(portal: { portal: string }, token: string): Promise<Report[]> {
  const few: Report[] = [];
  let before = '';
  while (few.length < mails) {
    const page = await call<Report[]>(portal, `/adminrequests?filter=not-scheduled&limit=200${before}`, { token });
    if (page.length === 0) break;
    for (const report of page)
      if (few.filter(({ userId }) => userId === report.userId).length < perPerson) few.push(report);
    before = `&before=${page.at(-1)?.id}`;
  }
  return few;
}

async function askPeer({ url }: Peer, number: number): Promise<string> {
  const subject = `bare mail ${number}.`;
  const answer = await fetch(url + encodeURIComponent(subject), { method: 'POST' });
  await answer.body?.cancel();
  return subject;
}

const ms = (value: number) => `${value.toFixed(1)} ms`;

function timeRows(bare: Side, portal: Side): Row[] {
  const goals = [
    ['p50', 0.5, 2.5],
    ['p99', 0.99, 1.5],
  ] as const;
  return goals.flatMap(([name, share, goal]) => {
    const [theirs, ours] = [percentileOf(bare.took, share), percentileOf(portal.took, share)];
    return [
      { name: `mail: kafkajs and nodemailer, ${name}`, value: ms(theirs) },
      { name: `mail: from the change to the server, ${name}`, value: ms(ours) },
      ratioRow(`mail: portal to bare, ${name}`, ours / theirs, '<=', goal),
    ];
  });
}

function coreRows(bare: Side, portal: Side): Row[] {
  const theirs = millisecondsOf(bare.cores, bare.took.length);
  const ours = millisecondsOf(portal.cores, portal.took.length);
  return [
    { name: 'mail: CPU of the bare peer for each', value: ms(theirs.all) },
    { name: 'mail: CPU of the portal for each', value: `${ms(ours.all)}: ${ours.each}` },
  ];
}
