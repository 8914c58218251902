/**
 * The processor time of whole lives of reports, of every process that works for them, compared with the monolith of
 * `monolith.ts`; and how many forms with a picture of 2 MB each takes, 16 at once.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeJwt } from 'jose';
import { request } from 'undici';
import { withDatabase } from '../infra/backing/backing.ts';
import { readInfraConfig } from '../infra/config.ts';
import type { Running } from '../infra/run/run-file.ts';
import { clusterOf, fillPortal, password } from '../infra/seed/fill.ts';
import { residentEmail } from '../infra/seed/people.store.ts';
import { databases } from '../infra/system.ts';
import { tokenOf } from '../testing/calls.ts';
import { noLimits } from '../testing/no-limits.ts';
import { startSmtp } from '../testing/smtp.ts';
import { CpuTimes } from './cpu-times.ts';
import { type Life, livesAt, signIn, type Tokens } from './lifecycle.ts';
import { pairRatio, type Row, rateRows, ratioRow } from './measure.ts';
import { startPeer } from './peer.ts';
import { withPortal } from './portal.ts';
import { forgetWhatIsLate } from './reports.store.ts';
import { sampleForm } from './sample-form.ts';

const lives = { atOnce: 4, perRound: 60, rounds: 3 };
const forms = { atOnce: 16, perRound: 96 };
/** What both use. */
const shared = ['postgres', 'kafka'];
const own = ['gateway', 'auth', 'reports', 'files', 'notify', 'redis'];

/** Starts a portal of its own, and the monolith beside it on the same Postgres and Kafka. Takes about four minutes. */
export async function bench(): Promise<Row[]> {
  const smtp = await startSmtp();
  const measure = async (running: Running, dataDir: string) => {
    const { portal } = running.urls;
    const cluster = await clusterOf(readInfraConfig(), dataDir, running);
    const people = await fillPortal(portal, cluster, { reports: 20_000, seed: 1 }, () => {});
    const folder = join(dataDir, 'monolith');
    await mkdir(folder);
    const url = withDatabase(cluster, databases.reports);
    await forgetWhatIsLate(url);
    const peer = await startPeer('monolith.ts', folder, url, running.brokers.join(','), smtp.url);
    const pidOf = (name: string) => [name, running.children[name] ?? 0] as const;
    const times = {
      portal: new CpuTimes(Object.fromEntries([...own, ...shared].map(pidOf))),
      monolith: new CpuTimes({ monolith: peer.pid, ...Object.fromEntries(shared.map(pidOf)) }),
    };
    try {
      const tokens = await signIn(portal, people);
      const sides = {
        portal: await sideOf(portal, tokens, (number) =>
          tokenOf(running.urls, { email: residentEmail(1, number + 1), password }),
        ),
        monolith: await sideOf(peer.url.slice(0, -1), await tokensOf(peer.url, tokens), (number) =>
          signInAt(peer.url, tokens.residents[number] ?? ''),
        ),
      };
      const rows = [...(await lifeRows(sides, times)), ...(await formRows(sides, times))];
      for (const side of Object.values(sides)) side.close();
      return rows;
    } finally {
      await peer.stop();
    }
  };
  return withPortal({ ...noLimits, SMTP_URL: smtp.url }, measure).finally(() => smtp.stop());
}

interface Side {
  /** Lives one report from its form to its last mail, one step after the other. */
  live(number: number): Promise<void>;
  /** Sends the large form. */
  submit(): Promise<void>;
  close(): void;
}
type Sides = Record<'portal' | 'monolith', Side>;
type Times = Record<keyof Sides, CpuTimes>;

async function sideOf(
  origin: string,
  tokens: Tokens,
  signInAgain: (number: number) => Promise<unknown>,
): Promise<Side> {
  const { steps, close } = await livesAt(origin, tokens);
  const { type, body } = await sampleForm();
  const headers = { 'content-type': type, authorization: `Bearer ${tokens.residents[0]}` };
  return {
    close,
    async live(number) {
      const life: Life = { number };
      await signInAgain(number);
      for (const { ask } of steps) await ask(life);
    },
    async submit() {
      const answer = await request(`${origin}/newrequest`, { method: 'POST', headers, body });
      const text = await answer.body.text();
      if (answer.statusCode !== 201) throw new Error(`${origin}: ${answer.statusCode} ${text}`);
    },
  };
}

/** Signs in at the monolith as whom a token of the portal is for. */
async function signInAt(origin: string, token: string): Promise<string> {
  const { sub, tehsil, Tehsil, user_metadata } = decodeJwt<Claims>(token);
  const body = JSON.stringify({ sub, tehsil: Tehsil ?? tehsil ?? user_metadata?.tehsil, given: password });
  const headers = { 'content-type': 'application/json' };
  const answer = await request(`${origin}token`, { method: 'POST', headers, body });
  return ((await answer.body.json()) as { token: string }).token;
}
interface Claims {
  tehsil?: string;
  Tehsil?: string;
  user_metadata?: { tehsil?: string };
}

async function tokensOf(origin: string, { residents, admins }: Tokens): Promise<Tokens> {
  const few = residents.slice(0, lives.perRound * (lives.rounds + 1));
  const theirs = [...admins].map(async ([tehsil, token]) => [tehsil, await signInAt(origin, token)] as const);
  return {
    residents: await Promise.all(few.map((token) => signInAt(origin, token))),
    admins: new Map(await Promise.all(theirs)),
  };
}

async function atOnce(width: number, times: number, work: (turn: number) => Promise<void>) {
  let next = 0;
  const worker = async () => {
    for (let turn = next++; turn < times; turn = next++) await work(turn);
  };
  await Promise.all(Array.from({ length: width }, worker));
}

/** A round of each to warm up, then rounds in turn. */
async function lifeRows(sides: Sides, times: Times): Promise<Row[]> {
  const names = ['portal', 'monolith'] as const;
  for (let round = 0; round <= lives.rounds; round += 1) {
    for (const name of names) {
      if (round === 1) await times[name].begin();
      const first = round * lives.perRound;
      await times[name].around(() => atOnce(lives.atOnce, lives.perRound, (turn) => sides[name].live(first + turn)));
    }
  }
  const many = lives.rounds * lives.perRound;
  const [ours, theirs] = [times.portal.of(many), times.monolith.of(many)];
  return [
    { name: 'a whole life: CPU of the monolith', value: `${theirs.all.toFixed(0)} ms: ${theirs.each}`, goal: '' },
    { name: 'a whole life: CPU of the portal', value: `${ours.all.toFixed(0)} ms: ${ours.each}`, goal: '' },
    ratioRow('a whole life: CPU of the portal to the monolith', ours.all / theirs.all, '<=', 2),
  ];
}

async function formRows(sides: Sides, times: Times): Promise<Row[]> {
  const done = { portal: 0, monolith: 0 };
  for (const each of Object.values(times)) await each.begin();
  const round = (name: keyof Sides) => async () => {
    let rate = 0;
    await times[name].around(async () => {
      const begun = performance.now();
      await atOnce(forms.atOnce, forms.perRound, sides[name].submit);
      rate = (forms.perRound / (performance.now() - begun)) * 1000;
    });
    done[name] += forms.perRound;
    return rate;
  };
  const pairs = await pairRatio(round('monolith'), round('portal'));
  const names = {
    reference: `submit (2.4 MB, ${forms.atOnce} at once): the monolith`,
    subject: 'submit: through the gateway',
    ratio: 'submit: portal to the monolith',
  };
  const cpu = (name: keyof Sides) =>
    `${times[name].of(done[name]).all.toFixed(0)} ms: ${times[name].of(done[name]).each}`;
  return [
    ...rateRows(names, pairs, 0.6),
    { name: 'submit: CPU of the monolith', value: cpu('monolith'), goal: '' },
    { name: 'submit: CPU of the portal', value: cpu('portal'), goal: '' },
  ];
}
