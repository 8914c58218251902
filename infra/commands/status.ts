/** `npm run status`: each part's health and memory, and of its metrics what waits, what failed and the state of the mails. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { askFigures, type Figures } from '../../gateway/ops/figures.ts';
import { span } from '../../gateway/ops/table.ts';
import { CommandError, runCommand } from '../command.ts';
import { readInfraConfig } from '../config.ts';
import { type Running, readRunning } from '../run/run-file.ts';
import { type ProcessPlan, planOf } from '../system.ts';

await runCommand(async () => {
  const running = await readRunning(resolve(readInfraConfig().DATA_DIR));
  if (!running) throw new CommandError('The portal is not running here. Start it with npm start.');
  const rows = await Promise.all(
    Object.entries({ supervisor: running.pid, ...running.children }).map(async ([name, pid]) => {
      const plan = planOf(name);
      const url = plan && `http://127.0.0.1:${running.ports[plan.port]}`;
      const health = url ? await ask<{ status: string }>(`${url}/health/ready`) : { status: 'running' };
      const figures = plan && tells(plan) ? await askFigures(metricsOf(running, plan), 5000) : null;
      return { name, pid, health: health?.status ?? 'down', mb: await memory(pid), figures };
    }),
  );
  for (const { name, pid, health, mb, figures } of rows) {
    process.stdout.write(
      `${name.padEnd(12)}${String(health).padEnd(10)}${mb.toFixed(0).padStart(6)} MB   pid ${String(pid).padEnd(8)}${figures ? waitsText(figures) : ''}\n`,
    );
  }
  const total = rows.reduce((sum, { mb }) => sum + mb, 0);
  process.stdout.write(`${'total'.padEnd(22)}${total.toFixed(0).padStart(6)} MB\n`);
  const mails = rows.find(({ name }) => name === 'notify')?.figures?.mails ?? [];
  process.stdout.write(mails.map(mailText).join(''));
  process.stdout.write(`Postgres, Kafka and Redis: ${running.backing}\n`);
});

/** Frontends tell no metrics. */
function tells({ run }: ProcessPlan): boolean {
  return /^(services|gateway)\//.test(run[0] ?? '');
}

/** The gateway tells its own apart from the door. */
function metricsOf({ ports }: Running, { name, port }: ProcessPlan): string {
  return `http://127.0.0.1:${name === 'gateway' ? ports.gatewayMetrics : ports[port]}`;
}

function waitsText({ version, calls, outbox, lag, deadLetters }: Figures): string {
  return [
    version ? `version ${version}` : '',
    calls.failed > 0 ? `${calls.failed} of ${calls.count} answers 5xx` : '',
    outbox ? `outbox ${outbox.backlog}` : '',
    ...lag.map(({ topic, events }) => `lag of ${topic} ${events}`),
    deadLetters ? `dead letters ${deadLetters}` : '',
  ]
    .filter(Boolean)
    .join(', ');
}

function mailText({ state, count, newest }: Figures['mails'][number]): string {
  const last = newest ? `, the last ${span((Date.now() - newest.getTime()) / 1000)} ago` : '';
  return `mails ${state}: ${count}${last}\n`;
}

async function ask<T>(url: string): Promise<T | null> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(5000) }).catch(() => null);
  return answer?.ok ? ((await answer.json()) as T) : null;
}

/** Memory of a process and those it started, in MB: its share of what is shared (PSS) where the system tells it. */
async function memory(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  const own = Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0) / 1024;
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  const named = (await isSupervisor(pid)) ? [] : children.trim().split(' ').filter(Boolean).map(Number);
  const below = await Promise.all(named.map(memory));
  return below.reduce((sum, mb) => sum + mb, own);
}

/** The children of the supervisor are listed by themselves. */
async function isSupervisor(pid: number): Promise<boolean> {
  const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return line.includes('infra/commands/start.ts');
}
