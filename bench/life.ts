/**
 * The processor time of whole lives of reports, of every process that works for them, compared with the monolith of
 * `monolith.ts`; and how many forms with a picture of 2 MB each takes, 16 at once.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeJwt } from 'jose';
import sharp from 'sharp';
import { request } from 'undici';
import { password } from '../infra/seed/fill.ts';
import { residentEmail } from '../infra/seed/people.store.ts';
import { picture } from '../services/files/testing/samples.ts';
import { end, filePart, multipart, texts } from '../services/reports/testing/multipart.ts';
import { call, tokenOf } from '../testing/calls.ts';
import { noLimits } from '../testing/no-limits.ts';
import { cpuTimes } from './cpu.ts';
import { type Life, livesAt, signIn, type Tokens } from './lifecycle.ts';
import { atOnce, type Row, rateRows, ratioRow } from './measure.ts';
import { startPeer } from './peer.ts';
import { pidsOf } from './processes.ts';
import { forgetWhatIsLate, withFilledPortal, withSmtp } from './systems.ts';

const existing = 20_000;
const lives = { atOnce: 4, perRound: 60, rounds: 3 };
const forms = { atOnce: 16, perRound: 96 };
/** What both use. */
const shared = ['postgres', 'kafka'];
const own = ['gateway', 'auth', 'reports', 'files', 'notify', 'redis'];

/** Starts a portal of its own, and the monolith beside it on the same Postgres and Kafka. Takes about four minutes. */
export const bench = (): Promise<Row[]> =>
  withSmtp((smtp) =>
    withFilledPortal({ ...noLimits, SMTP_URL: smtp.url }, existing, async (filled) => {
      const { running, dataDir, reportsUrl, people } = filled;
      const { portal } = running.urls;
      const folder = join(dataDir, 'monolith');
      await mkdir(folder);
      await forgetWhatIsLate(reportsUrl);
      const peer = await startPeer('monolith.ts', folder, reportsUrl, running.brokers.join(','), smtp.url);
      const times = {
        portal: cpuTimes(pidsOf(running, [...own, ...shared])),
        monolith: cpuTimes({ monolith: peer.pid, ...pidsOf(running, shared) }),
      };
      try {
        const tokens = await signIn(portal, people);
        const monolith = peer.url.slice(0, -1);
        const sides = {
          portal: await sideOf(portal, tokens, (number) =>
            tokenOf(running.urls, { email: residentEmail(1, number + 1), password }),
          ),
          monolith: await sideOf(monolith, await tokensOf(monolith, tokens), (number) =>
            signInAt(monolith, tokens.residents[number] ?? ''),
          ),
        };
        const rows = [...(await lifeRows(sides, times)), ...(await formRows(sides, times))];
        for (const side of Object.values(sides)) side.close();
        return rows;
      } finally {
        await peer.stop();
      }
    }),
  );

interface Side {
  /** Lives one report from its form to its last mail, one step after the other. */
  live(number: number): Promise<void>;
  /** Sends the large form. */
  submit(): Promise<void>;
  close(): void;
}
type Sides = Record<'portal' | 'monolith', Side>;
type Times = Record<keyof Sides, ReturnType<typeof cpuTimes>>;

async function sideOf(
  origin: string,
  tokens: Tokens,
  signInAgain: (number: number) => Promise<unknown>,
): Promise<Side> {
  const { steps, close } = await livesAt(origin, tokens);
  const body = await largeForm();
  const headers = { 'content-type': multipart, authorization: `Bearer ${tokens.residents[0]}` };
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

/** The form of a report with a picture of 2 MB, as large as a browser sends it, and a PDF of 0.3 MB. */
async function largeForm(): Promise<Buffer> {
  const paper = `%PDF-1.7\n${'paper '.repeat(50_000)}\n%%EOF\n`;
  return Buffer.concat([...texts(), filePart('image', await photograph()), filePart('document', paper), end]);
}

/** Noise over soft shapes, as in a photograph: about 2 MB. */
async function photograph(): Promise<Buffer> {
  const shapes = await picture(30, 20).png().toBuffer();
  const grain = await picture(2400, 1600).ensureAlpha(0.5).png().toBuffer();
  return sharp(shapes)
    .resize(2400, 1600)
    .composite([{ input: grain }])
    .jpeg({ quality: 93 })
    .toBuffer();
}

/** Signs in at the monolith as whom a token of the portal is for. */
async function signInAt(monolith: string, token: string): Promise<string> {
  const { sub, Tehsil, user_metadata } = decodeJwt<{ Tehsil?: string; user_metadata?: { tehsil?: string } }>(token);
  const json = { sub, tehsil: Tehsil ?? user_metadata?.tehsil, given: password };
  return (await call<{ token: string }>({ portal: monolith }, '/token', { json })).token;
}

async function tokensOf(monolith: string, { residents, admins }: Tokens): Promise<Tokens> {
  const few = residents.slice(0, lives.perRound * (lives.rounds + 1));
  const theirs = [...admins].map(async ([tehsil, token]) => [tehsil, await signInAt(monolith, token)] as const);
  return {
    residents: await Promise.all(few.map((token) => signInAt(monolith, token))),
    admins: new Map(await Promise.all(theirs)),
  };
}

/** A round of each to warm up, then rounds in turn. */
async function lifeRows(sides: Sides, times: Times): Promise<Row[]> {
  for (let round = 0; round <= lives.rounds; round += 1) {
    for (const name of ['portal', 'monolith'] as const) {
      if (round === 1) await times[name].begin();
      const first = round * lives.perRound;
      await times[name].around(() => atOnce(lives.atOnce, lives.perRound, (turn) => sides[name].live(first + turn)));
    }
  }
  const many = lives.rounds * lives.perRound;
  const [ours, theirs] = [times.portal.of(many), times.monolith.of(many)];
  return [
    { name: 'a whole life: CPU of the monolith', value: `${theirs.all.toFixed(0)} ms: ${theirs.each}` },
    { name: 'a whole life: CPU of the portal', value: `${ours.all.toFixed(0)} ms: ${ours.each}` },
    ratioRow('a whole life: CPU of the portal to the monolith', ours.all / theirs.all, '<=', 2),
  ];
}

async function formRows(sides: Sides, times: Times): Promise<Row[]> {
  const done = { portal: 0, monolith: 0 };
  for (const each of Object.values(times)) await each.begin();
  const round = (name: keyof Sides) => () => {
    done[name] += forms.perRound;
    return times[name].around(() => atOnce(forms.atOnce, forms.perRound, sides[name].submit));
  };
  const names = {
    reference: `submit (2.4 MB, ${forms.atOnce} at once): the monolith`,
    subject: 'submit: through the gateway',
    ratio: 'submit: portal to the monolith',
  };
  const cpuRow = (name: keyof Sides): Row => {
    const { all, each } = times[name].of(done[name]);
    return { name: `submit: CPU of the ${name}`, value: `${all.toFixed(0)} ms: ${each}` };
  };
  const rates = await rateRows(names, round('monolith'), round('portal'), 0.6);
  return [...rates, cpuRow('monolith'), cpuRow('portal')];
}
