/** `npm run status`: each part's health and memory, consumer lag and what waits in the outboxes. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { command, readInfraConfig, Trouble } from './config.ts';
import { readRunning } from './running.ts';
import { planOf } from './system.ts';

interface ServiceStatus {
  outbox: { backlog: number; oldestSeconds: number } | null;
  consumers: { group: string; topic: string; lag: number }[];
  deadLetters: number;
}

await command(async () => {
  const running = await readRunning(resolve(readInfraConfig().DATA_DIR));
  if (!running) throw new Trouble('The portal is not running here. Start it with npm start.');
  const rows = await Promise.all(
    Object.entries({ supervisor: running.pid, ...running.children }).map(async ([name, pid]) => {
      const plan = planOf(name);
      const url = plan && `http://127.0.0.1:${running.ports[plan.port]}`;
      const health = url ? await ask<{ status: string }>(`${url}/health/ready`) : { status: 'running' };
      const isService = plan?.run[0]?.startsWith('services/');
      const status = isService ? await ask<ServiceStatus>(`${url}/internal/status`) : null;
      const waits = status ? waitsText(status) : '';
      return { name, pid, health: health?.status ?? 'down', mb: await memory(pid), waits };
    }),
  );
  for (const { name, pid, health, mb, waits } of rows) {
    process.stdout.write(
      `${name.padEnd(12)}${String(health).padEnd(10)}${mb.toFixed(0).padStart(6)} MB   pid ${String(pid).padEnd(8)}${waits}\n`,
    );
  }
  const total = rows.reduce((sum, { mb }) => sum + mb, 0);
  process.stdout.write(`${'total'.padEnd(22)}${total.toFixed(0).padStart(6)} MB\n`);
  process.stdout.write(`Postgres, Kafka and Redis: ${running.backing}\n`);
});

function waitsText({ outbox, consumers, deadLetters }: ServiceStatus): string {
  return [
    outbox ? `outbox ${outbox.backlog}` : '',
    ...consumers.map(({ topic, lag }) => `lag of ${topic} ${lag}`),
    deadLetters > 0 ? `dead letters ${deadLetters}` : '',
  ]
    .filter(Boolean)
    .join(', ');
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
  return line.includes('infra/start.ts');
}
