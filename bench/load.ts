/** The whole system under a constant arrival of lifecycles: ten minutes, then a growing rate until it breaks; and for an hour. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Running } from '../infra/run/run-file.ts';
import { noLimits } from '../testing/no-limits.ts';
import type { Smtp } from '../testing/smtp.ts';
import { type Life, livesAt, type Step, signIn } from './lifecycle.ts';
import { belowRow, median, percentileOf, type Row } from './measure.ts';
import { addTaken, coresOf, type Pids, pidsOf, residentMegabytes } from './processes.ts';
import { forgetWhatIsLate, withFilledPortal, withSmtp } from './systems.ts';

const existing = 100_000;
/** Requests per second, for how long, and from when on memory is to grow no more. */
const steady = { rate: 120, seconds: 600, settledSeconds: 300 };
const long = { rate: 120, seconds: 4500, settledSeconds: 900 };
const steeper = { from: 150, by: 30, seconds: 30 };
/** What half an hour of it is to be like, in milliseconds. */
const wantedMs = { read: 60, write: 150 };
/** What it has to stand, in requests per second. */
const wantedRate = 300;
/** A request without an answer after so many milliseconds has failed. */
const brokenMs = 2000;
const mailsWithinMs = 120_000;
/** Milliseconds between two steps of one person. */
const stepMs = 1000;

const services = ['gateway', 'auth', 'reports', 'files', 'notify', 'open311'];
const parts = [...services, 'postgres', 'kafka', 'redis'];

interface Loaded {
  steps: readonly Step[];
  smtp: Smtp;
  running: Running;
}

/** Takes some fifteen minutes. */
export const bench = () =>
  withLives(async (loaded) => [...(await holdSteady(loaded, steady)), ...(await climb(loaded))]);

/** Memory under an hour of load. */
export const soak = () => withLives((loaded) => holdSteady(loaded, long));

/** Starts a portal of its own with 100,000 reports. */
const withLives = (work: (loaded: Loaded) => Promise<Row[]>): Promise<Row[]> =>
  withSmtp((smtp) =>
    withFilledPortal({ ...noLimits, SMTP_URL: smtp.url }, existing, async ({ running, reportsUrl, people }) => {
      await forgetWhatIsLate(reportsUrl);
      const { portal } = running.urls;
      const { steps, close } = await livesAt(portal, await signIn(portal, people));
      return work({ steps, smtp, running }).finally(close);
    }),
  );

async function holdSteady({ steps, smtp, running }: Loaded, { rate, seconds, settledSeconds }: typeof steady) {
  const pids = pidsOf(running, services);
  const atRest = await residentMegabytes(pids);
  const memory = watchMemory(pids, settledSeconds / 60);
  const { lives, took, failures } = await play(steps, rate, seconds);
  const slope = memory.stop();
  const whole = await countWhole(lives, smtp);
  const name = `${rate}/s for ${seconds / 60} min`;
  const p95Row = (kind: Step['kind']) =>
    belowRow(`${name}: ${kind}s, p95`, percentileOf(took[kind], 0.95), wantedMs[kind], 'ms');
  const lasting = { value: `${whole} of ${lives.length}`, goal: 'all', met: whole === lives.length };
  return [
    { name: `${name}: failures`, value: faultsIn(failures), goal: '0', met: failures.length === 0 },
    { name: `${name}: lifecycles whole, the last mail come`, ...lasting },
    { name: `${name}: reads, p50`, value: `${median(took.read).toFixed(0)} ms` },
    p95Row('read'),
    p95Row('write'),
    belowRow(`${name}: memory at rest`, atRest, 900, 'MB'),
    { name: `${name}: memory`, value: `${slope.toFixed(1)} MB a minute`, goal: '< 1', met: slope < 1 },
  ];
}

interface Played {
  lives: Life[];
  /** Milliseconds from when each request was due until its answer: a slow one does not hide those that wait behind it. */
  took: Record<Step['kind'], number[]>;
  failures: string[];
}

/**
 * Starts lifecycles at a constant rate, whether or not earlier ones have ended; their steps are due one a second. Resolves when the
 * last one has ended. @param rate requests per second
 */
async function play(steps: readonly Step[], rate: number, seconds: number): Promise<Played> {
  const played: Played = { lives: [], took: { read: [], write: [] }, failures: [] };
  const everyMs = (steps.length / rate) * 1000;
  const origin = performance.now();
  const ended: Promise<void>[] = [];
  for (let number = 0; number * everyMs < seconds * 1000; number += 1) {
    const due = origin + number * everyMs;
    await wait(Math.max(0, due - performance.now()));
    const life: Life = { number };
    played.lives.push(life);
    ended.push(live(steps, life, due, played));
  }
  await Promise.all(ended);
  return played;
}

async function live(steps: readonly Step[], life: Life, begun: number, { took, failures }: Played) {
  for (const [index, { kind, ask }] of steps.entries()) {
    const due = begun + index * stepMs;
    await wait(Math.max(0, due - performance.now()));
    try {
      await ask(life);
      took[kind].push(performance.now() - due);
    } catch (error) {
      // The steps after it need its result.
      return void failures.push(`step ${index + 1}: ${(error as Error).message}`);
    }
  }
}

const faultsIn = (failures: readonly string[]) => `${failures.length}${failures[0] ? ` (${failures[0]})` : ''}`;

/** A lifecycle is complete when the mail about its last change has arrived. */
async function countWhole(lives: readonly Life[], { received }: Smtp): Promise<number> {
  const end = Date.now() + mailsWithinMs;
  const closed = new Set<string>();
  for (let read = 0; ; await wait(1000)) {
    for (const { subject, text } of received.slice(read)) {
      const mail = subject + text;
      if (mail.includes('Closed')) for (const reference of mail.match(/TMA-[0-9A-Z]{8}/g) ?? []) closed.add(reference);
    }
    read = received.length;
    const whole = lives.filter(({ report }) => report && closed.has(report.reference)).length;
    if (whole === lives.length || Date.now() > end) return whole;
  }
}

/** Samples memory every ten seconds. `stop` returns its growth from a minute on, in MB a minute. */
function watchMemory(pids: Pids, from: number) {
  const seen: { minute: number; mb: number }[] = [];
  const begun = Date.now();
  const timer = setInterval(async () => {
    const minute = (Date.now() - begun) / 60_000;
    seen.push({ minute, mb: await residentMegabytes(pids) });
  }, 10_000);
  return {
    stop() {
      clearInterval(timer);
      return slopeOf(seen.filter(({ minute }) => minute >= from));
    },
  };
}

/** The slope of the line that fits best (least squares). */
function slopeOf(points: readonly { minute: number; mb: number }[]): number {
  const mean = (pick: (point: (typeof points)[number]) => number) =>
    points.reduce((sum, point) => sum + pick(point), 0) / points.length;
  const [x, y] = [mean(({ minute }) => minute), mean(({ mb }) => mb)];
  const over = mean(({ minute, mb }) => (minute - x) * (mb - y));
  return over / mean(({ minute }) => (minute - x) ** 2);
}

/** Raises the rate until requests fail or one in twenty reads is slower than people wait. */
async function climb({ steps, running }: Loaded): Promise<Row[]> {
  const pids = pidsOf(running, parts);
  const rows: Row[] = [];
  for (let rate = steeper.from; ; rate += steeper.by) {
    const before = await coresOf(pids);
    const begun = performance.now();
    const played = await play(steps, rate, steeper.seconds);
    const took = (performance.now() - begun) / 1000;
    const taken = Object.entries(addTaken({}, before, await coresOf(pids)));
    rows.push({ name: `${rate}/s for ${steeper.seconds} s: reads p95, writes p95`, value: curveOf(played) });
    const broken = played.failures.length > 0 || percentileOf(played.took.read, 0.95) > brokenMs;
    if (!broken) continue;
    const busiest = taken.toSorted(([, a], [, b]) => b - a).slice(0, 4);
    const shares = busiest.map(([name, seconds]) => `${name} ${(seconds / took).toFixed(2)}`);
    rows.push(
      { name: 'broke at', value: `${rate}/s`, goal: `>= ${wantedRate}/s`, met: rate >= wantedRate },
      { name: `cores in use at ${rate}/s`, value: shares.join(', ') },
    );
    return rows;
  }
}

const curveOf = ({ took, failures }: Played) =>
  `${percentileOf(took.read, 0.95).toFixed(0)} ms, ${percentileOf(took.write, 0.95).toFixed(0)} ms` +
  (failures.length > 0 ? `; ${faultsIn(failures)} failed` : '');
