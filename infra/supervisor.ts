import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Child, ended, until, watch } from './children.ts';
import { childEnvironment } from './config.ts';
import type { ProcessPlan, Situation } from './system.ts';

const backoff = { firstMs: 200, mostMs: 10_000, steadyMs: 30_000 };

/** Milliseconds to wait before the n-th restart in a row (0 is the first): 0.2 s, doubling, 10 s at most. */
export const backoffMs = (restarts: number) => Math.min(backoff.firstMs * 2 ** restarts, backoff.mostMs);

export interface Supervised {
  name: string;
  pid(): number | undefined;
  /** Waits until it says it is ready. */
  ready(): Promise<void>;
  stop(): Promise<void>;
}

interface Reports {
  /** A line for the person who watches. */
  say(line: string): void;
  /** A process has another id now. */
  moved(): void;
}

/** Keeps a process of the table running: one that dies is started again, with growing pauses, and reported. */
export async function supervise(plan: ProcessPlan, situation: Situation, reports: Reports): Promise<Supervised> {
  const logs = join(situation.dataDir, 'logs');
  await mkdir(logs, { recursive: true });
  const file = createWriteStream(join(logs, `${plan.name}.log`), { flags: 'w' });
  const port = situation.ports[plan.port];
  let stopping = false;
  let restarts = 0;
  let timer: NodeJS.Timeout | undefined;
  let child = start();

  function start(): Child {
    const begun = Date.now();
    const made = spawn(process.execPath, [...plan.run], {
      // A group of its own: a Ctrl-C in the terminal is for the one who stops the children in order.
      detached: true,
      // The channel tells the child when this process is gone.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: {
        ...childEnvironment(),
        HOST: '127.0.0.1',
        NODE_COMPILE_CACHE: join(situation.dataDir, 'compile-cache'),
        ...plan.env(situation),
        PORT: String(port),
      },
    });
    for (const stream of [made.stdout, made.stderr]) {
      if (!stream) continue;
      createInterface({ input: stream }).on('line', (line) => {
        file.write(`${line}\n`);
        const text = readable(line, situation.config.LOG_LEVEL);
        if (text) reports.say(`${plan.name}: ${text}`);
      });
    }
    made.on('exit', (code, signal) => {
      if (stopping) return;
      if (Date.now() - begun > backoff.steadyMs) restarts = 0;
      const pause = backoffMs(restarts);
      restarts += 1;
      reports.say(`${plan.name} ended (${signal ?? `code ${code}`}) and is started again in ${pause / 1000} s`);
      timer = setTimeout(() => {
        child = start();
        reports.moved();
      }, pause);
    });
    return watch(made);
  }

  const isReady = async () => (await fetch(`http://127.0.0.1:${port}/health/ready`)).ok;
  return {
    name: plan.name,
    pid: () => child.process.pid,
    ready: () => until(plan.name, restarts > 3 ? child : null, isReady, 60_000),
    async stop() {
      stopping = true;
      clearTimeout(timer);
      if (!ended(child.process)) await child.stop('SIGTERM', 7000);
      file.end();
      await once(file, 'close');
    },
  };
}

const levels: Record<string, number> = { trace: 10, debug: 20, info: 30, warn: 40, error: 50, fatal: 60, silent: 100 };

/** A line of a child for the terminal, or null when it is not for people: by default only warnings and worse are. */
export function readable(line: string, level: string): string | null {
  const least = level === 'info' ? 40 : (levels[level] ?? 40);
  try {
    const entry = JSON.parse(line) as { level?: number; msg?: string; err?: { message?: string } };
    if (typeof entry.level !== 'number') return line;
    if (entry.level < least) return null;
    return [entry.msg, entry.err?.message].filter(Boolean).join(': ');
  } catch {
    return line.trim() === '' ? null : line;
  }
}
