/** The whole system under a constant arrival of lifecycles: ten minutes, then a growing rate until it breaks; and for an hour. */
import { setTimeout as wait } from 'node:timers/promises';
import { withDatabase } from '../infra/backing/backing.ts';
import { readInfraConfig } from '../infra/config.ts';
import type { Running } from '../infra/run/run-file.ts';
import { clusterOf, fillPortal } from '../infra/seed/fill.ts';
import { databases } from '../infra/system.ts';
import { noLimits } from '../testing/no-limits.ts';
import { type Smtp, startSmtp } from '../testing/smtp.ts';
import { type Life, livesAt, signIn } from './lifecycle.ts';
import type { Row } from './measure.ts';
import { type Played, percentile, play, type Step } from './open-loop.ts';
import { withPortal } from './portal.ts';
import { coreSeconds, residentMegabytes } from './processes.ts';
import { forgetWhatIsLate } from './reports.store.ts';

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

const services = new Set(['gateway', 'auth', 'reports', 'files', 'notify', 'open311']);
const parts = [...services, 'postgres', 'kafka', 'redis'];

/** Takes some fifteen minutes. */
export const bench = () =>
  withLives(async (steps, smtp, running) => [
    ...(await holdSteady(steps, smtp, running, steady)),
    ...(await climb(steps, running)),
  ]);

/** Memory under an hour of load. */
export const soak = () => withLives((steps, smtp, running) => holdSteady(steps, smtp, running, long));

/** Starts a portal of its own with 100,000 reports. */
async function withLives(
  work: (steps: readonly Step<Life>[], smtp: Smtp, running: Running) => Promise<Row[]>,
): Promise<Row[]> {
  const smtp = await startSmtp();
  const measure = async (running: Running, dataDir: string) => {
    const cluster = await clusterOf(readInfraConfig(), dataDir, running);
    const people = await fillPortal(running.urls.portal, cluster, { reports: existing, seed: 1 }, () => {});
    await forgetWhatIsLate(withDatabase(cluster, databases.reports));
    const { steps, close } = await livesAt(running.urls.portal, await signIn(running.urls.portal, people));
    return work(steps, smtp, running).finally(close);
  };
  return withPortal({ ...noLimits, SMTP_URL: smtp.url }, measure).finally(() => smtp.stop());
}

async function holdSteady(
  steps: readonly Step<Life>[],
  smtp: Smtp,
  { children }: Running,
  { rate, seconds, settledSeconds }: typeof steady,
): Promise<Row[]> {
  const atRest = await memoryOf(children);
  const memory = watchMemory(children, settledSeconds / 60);
  const lives: Life[] = [];
  const begin = (number: number) => {
    lives.push({ number });
    return lives.at(-1) as Life;
  };
  const { samples, failures } = await play(steps, { rate, seconds, begin });
  const slope = memory.stop();
  const whole = await countWhole(lives, smtp);
  const ms = (kind: 'read' | 'write', share: number) => `${percentile(samples, kind, share).toFixed(0)} ms`;
  const isFast = (kind: 'read' | 'write') => percentile(samples, kind, 0.95) < wantedMs[kind];
  const name = `${rate}/s for ${seconds / 60} min`;
  return [
    { name: `${name}: failures`, value: faultsIn(failures), goal: '0', met: failures.length === 0 },
    {
      name: `${name}: lifecycles whole, the last mail come`,
      value: `${whole} of ${lives.length}`,
      goal: 'all',
      met: whole === lives.length,
    },
    { name: `${name}: reads, p50`, value: ms('read', 0.5), goal: '' },
    { name: `${name}: reads, p95`, value: ms('read', 0.95), goal: `< ${wantedMs.read} ms`, met: isFast('read') },
    { name: `${name}: writes, p95`, value: ms('write', 0.95), goal: `< ${wantedMs.write} ms`, met: isFast('write') },
    { name: `${name}: memory at rest`, value: `${atRest.toFixed(0)} MB`, goal: '< 900 MB', met: atRest < 900 },
    { name: `${name}: memory`, value: `${slope.toFixed(1)} MB a minute`, goal: '< 1', met: slope < 1 },
  ];
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

/** The memory of the portal's own processes, in MB. */
async function memoryOf(children: Running['children']): Promise<number> {
  const own = Object.entries(children).filter(([name]) => services.has(name));
  const each = await Promise.all(own.map(([, pid]) => residentMegabytes(pid)));
  return each.reduce((sum, one) => sum + one, 0);
}

/** Samples memory every ten seconds. `stop` returns its growth from a minute on, in MB a minute. */
function watchMemory(children: Running['children'], from: number) {
  const seen: { minute: number; mb: number }[] = [];
  const begun = Date.now();
  const timer = setInterval(async () => {
    const minute = (Date.now() - begun) / 60_000;
    seen.push({ minute, mb: await memoryOf(children) });
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
async function climb(steps: readonly Step<Life>[], { children }: Running): Promise<Row[]> {
  const rows: Row[] = [];
  for (let rate = steeper.from; ; rate += steeper.by) {
    const before = await coreTimes(children);
    const begun = performance.now();
    const played = await play(steps, { rate, seconds: steeper.seconds, begin: (number) => ({ number }) });
    const took = (performance.now() - begun) / 1000;
    const after = await coreTimes(children);
    rows.push({ name: `${rate}/s for ${steeper.seconds} s: reads p95, writes p95`, value: curveOf(played), goal: '' });
    const broken = played.failures.length > 0 || percentile(played.samples, 'read', 0.95) > brokenMs;
    if (!broken) continue;
    const shares = parts
      .map((name) => ({ name, cores: ((after.get(name) ?? 0) - (before.get(name) ?? 0)) / took }))
      .sort((a, b) => b.cores - a.cores);
    const busiest = shares.slice(0, 4).map(({ name, cores }) => `${name} ${cores.toFixed(2)}`);
    rows.push(
      { name: 'broke at', value: `${rate}/s`, goal: `>= ${wantedRate}/s`, met: rate >= wantedRate },
      { name: `cores in use at ${rate}/s`, value: busiest.join(', '), goal: '' },
    );
    return rows;
  }
}

const curveOf = ({ samples, failures }: Played) =>
  `${percentile(samples, 'read', 0.95).toFixed(0)} ms, ${percentile(samples, 'write', 0.95).toFixed(0)} ms` +
  (failures.length > 0 ? `; ${faultsIn(failures)} failed` : '');

async function coreTimes(children: Running['children']): Promise<Map<string, number>> {
  const own = Object.entries(children).filter(([name]) => parts.includes(name));
  return new Map(await Promise.all(own.map(async ([name, pid]) => [name, await coreSeconds(pid)] as const)));
}
