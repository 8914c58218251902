/** The whole system under a constant arrival of lifecycles: ten minutes, then a growing rate until it breaks. */
import { setTimeout as wait } from 'node:timers/promises';
import { readInfraConfig } from '../infra/config.ts';
import type { Running } from '../infra/run/run-file.ts';
import { clusterOf, fillPortal } from '../infra/seed/fill.ts';
import { noLimits } from '../testing/no-limits.ts';
import { type Smtp, startSmtp } from '../testing/smtp.ts';
import { type Life, livesAt, signIn } from './lifecycle.ts';
import type { Row } from './measure.ts';
import { type Played, percentile, play, type Step } from './open-loop.ts';
import { withPortal } from './portal.ts';
import { coreSeconds, residentMegabytes } from './processes.ts';

const existing = 100_000;
/** Requests per second, and for how long. */
const steady = { rate: 90, seconds: 600 };
const steeper = { from: 120, by: 30, seconds: 30 };
/** What it has to stand, in requests per second. */
const wantedRate = 300;
/** A request without an answer after so many milliseconds has failed. */
const brokenMs = 2000;
const mailsWithinMs = 120_000;

const parts = ['gateway', 'auth', 'reports', 'files', 'notify', 'postgres', 'kafka', 'redis'];

/** Starts a portal of its own with 100,000 reports. Takes some fifteen minutes. */
export async function bench(): Promise<Row[]> {
  const smtp = await startSmtp();
  const measure = async (running: Running, dataDir: string) => {
    const cluster = await clusterOf(readInfraConfig(), dataDir, running);
    const people = await fillPortal(running.urls.portal, cluster, { reports: existing, seed: 1 }, () => {});
    const { steps, close } = await livesAt(running.urls.portal, await signIn(running.urls.portal, people));
    const rows = [...(await holdSteady(steps, smtp, running)), ...(await climb(steps, running))];
    close();
    return rows;
  };
  return withPortal({ ...noLimits, SMTP_URL: smtp.url }, measure).finally(() => smtp.stop());
}

async function holdSteady(steps: readonly Step<Life>[], smtp: Smtp, { children }: Running): Promise<Row[]> {
  const memory = watchMemory(children);
  const lives: Life[] = [];
  const begin = (number: number) => {
    lives.push({ number });
    return lives.at(-1) as Life;
  };
  const { samples, failures } = await play(steps, { ...steady, begin });
  const slope = memory.stop();
  const whole = await countWhole(lives, smtp);
  const ms = (kind: 'read' | 'write', share: number) => `${percentile(samples, kind, share).toFixed(0)} ms`;
  const p95 = percentile(samples, 'read', 0.95);
  const name = `${steady.rate}/s for ${steady.seconds / 60} min`;
  return [
    { name: `${name}: failures`, value: faultsIn(failures), goal: '0', met: failures.length === 0 },
    {
      name: `${name}: lifecycles whole, the last mail come`,
      value: `${whole} of ${lives.length}`,
      goal: 'all',
      met: whole === lives.length,
    },
    { name: `${name}: reads, p50`, value: ms('read', 0.5), goal: '' },
    { name: `${name}: reads, p95`, value: ms('read', 0.95), goal: '< 120 ms', met: p95 < 120 },
    { name: `${name}: writes, p95`, value: ms('write', 0.95), goal: '' },
    { name: `${name}: memory`, value: `${slope.toFixed(1)} MB a minute`, goal: '< 1', met: slope < 1 },
  ];
}

const faultsIn = (failures: readonly string[]) => `${failures.length}${failures[0] ? ` (${failures[0]})` : ''}`;

/** A lifecycle is complete when the mail about its last change has arrived. */
async function countWhole(lives: readonly Life[], { received }: Smtp): Promise<number> {
  const end = Date.now() + mailsWithinMs;
  const isWhole = ({ report }: Life) =>
    report &&
    received.some(({ subject, text }) => /Closed/.test(subject + text) && (subject + text).includes(report.reference));
  let waiting: readonly Life[] = lives;
  for (;;) {
    waiting = waiting.filter((life) => !isWhole(life));
    if (waiting.length === 0 || Date.now() > end) return lives.length - waiting.length;
    await wait(1000);
  }
}

/** Samples the memory of the portal's own processes every ten seconds. `stop` returns its growth in the second half, in MB a minute. */
function watchMemory(children: Running['children']) {
  const seen: { minute: number; mb: number }[] = [];
  const begun = Date.now();
  const timer = setInterval(async () => {
    const pids = Object.entries(children).filter(([name]) => parts.slice(0, 5).includes(name));
    const each = await Promise.all(pids.map(([, pid]) => residentMegabytes(pid)));
    seen.push({ minute: (Date.now() - begun) / 60_000, mb: each.reduce((sum, one) => sum + one, 0) });
  }, 10_000);
  return {
    stop() {
      clearInterval(timer);
      return slopeOf(seen.slice(Math.floor(seen.length / 2)));
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
