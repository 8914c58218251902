/** `npm run status`: the health, memory and times of each process, waiting events, and failures. */
import { readFile } from 'node:fs/promises';
import { askHealth } from '../../gateway/health.ts';
import { runCommand } from '../command.ts';
import { commandLine } from '../processes/command-line.ts';
import { requireRunning } from '../run/service-command.ts';
import { askFigures, type Figures } from '../status/figures.ts';
import { planOf } from '../system.ts';

/** Milliseconds that a process has to answer. */
const answerMs = 5000;

await runCommand(async () => {
  const running = await requireRunning();
  const rows = await Promise.all(
    Object.entries({ supervisor: running.pid, ...running.children }).map(async ([name, pid]) => {
      const plan = planOf(name);
      const url = plan && `http://127.0.0.1:${running.ports[plan.port]}`;
      const health = url ? await askHealth(url, answerMs) : 'running';
      const figures = plan?.metrics
        ? await askFigures(`http://127.0.0.1:${running.ports[plan.metrics]}`, answerMs)
        : null;
      return { name, pid, health, mb: await memory(pid), figures };
    }),
  );
  for (const { name, pid, health, mb, figures } of rows) {
    process.stdout.write(
      `${name.padEnd(12)}${health.padEnd(10)}${mb.toFixed(0).padStart(6)} MB   pid ${String(pid).padEnd(8)}${figures ? figuresText(figures) : ''}\n`,
    );
  }
  const total = rows.reduce((sum, { mb }) => sum + mb, 0);
  process.stdout.write(`${'total'.padEnd(22)}${total.toFixed(0).padStart(6)} MB\n`);
  const notify = rows.find(({ name }) => name === 'notify')?.figures;
  process.stdout.write((notify?.mails ?? []).map(mailText).join(''));
  if (notify?.sms) process.stdout.write(smsText(notify.sms));
  process.stdout.write(`Postgres, Kafka and Redis: ${running.backing}\n`);
});

function figuresText(figures: Figures): string {
  const { version, node, startedAt, calls, eventLoopSeconds, outbox, lag, deadLetters, poolWaiting } = figures;
  return [
    version ? `version ${version}` : '',
    node ? `Node ${node}` : '',
    startedAt ? `up for ${ago(startedAt)}` : '',
    callsText(calls),
    eventLoopSeconds === null ? '' : `event loop ${milliseconds(eventLoopSeconds)}`,
    outbox ? `outbox ${outbox.backlog}` : '',
    outbox && outbox.backlog > 0 ? `the oldest waits for ${duration(outbox.oldestSeconds)}` : '',
    ...lag.map(({ topic, events }) => `lag of ${topic} ${events}`),
    deadLetters ? `dead letters ${deadLetters}` : '',
    poolWaiting ? `${poolWaiting} wait for a database connection` : '',
  ]
    .filter(Boolean)
    .join(', ');
}

function milliseconds(seconds: number): string {
  return `${Math.round(seconds * 1000)} ms`;
}

function callsText({ count, failed, p95Seconds }: Figures['calls']): string {
  const within =
    p95Seconds === null || !Number.isFinite(p95Seconds) ? '' : `, 95 of 100 within ${milliseconds(p95Seconds)}`;
  return `${count} answers${within}${failed > 0 ? `, ${failed} of them 5xx` : ''}`;
}

function mailText({ state, count, newest }: Figures['mails'][number]): string {
  const last = newest ? `, the last ${ago(newest)} ago` : '';
  return `mails ${state}: ${count}${last}\n`;
}

function smsText({ byState, segments, failedReceipts, lastReceipt }: NonNullable<Figures['sms']>): string {
  const of = (...states: string[]) =>
    byState.filter(({ state }) => states.includes(state)).reduce((sum, { count }) => sum + count, 0);
  const last = lastReceipt ? `the last receipt ${ago(lastReceipt)} ago` : 'no receipt yet';
  const failed = `failed ${of('failed')}, by receipt ${failedReceipts}`;
  return `messages sent: ${of('sent')} (${segments} segments), ${failed}, waiting ${of('queued', 'deferred')}, ${last}\n`;
}

/** A length of time in its largest unit or two, like `2 h 5 min`. */
function duration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min`;
  if (whole < 86_400) return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
  return `${Math.floor(whole / 86_400)} d ${Math.floor((whole % 86_400) / 3600)} h`;
}

function ago(at: Date): string {
  return duration((Date.now() - at.getTime()) / 1000);
}

/** Memory of a process and of those it started, in MB (PSS: shared pages count by its share); 0 where /proc does not say. */
async function memory(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  const own = Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0) / 1024;
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  // The processes of the supervisor are listed separately.
  const isSupervisor = (await commandLine(pid))?.includes('infra/commands/start.ts');
  const named = isSupervisor ? [] : children.trim().split(' ').filter(Boolean).map(Number);
  const below = await Promise.all(named.map(memory));
  return below.reduce((sum, mb) => sum + mb, own);
}
