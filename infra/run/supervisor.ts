import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, writeFile } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { inheritedEnvironment } from '../config.ts';
import type { ProcessPlan, Situation } from '../process-plan.ts';
import { type Child, until, watch } from '../processes/children.ts';
import { openLog } from '../processes/log-file.ts';
import { keepRunning, type RestartOptions } from '../processes/restarts.ts';

export interface Supervised {
  name: string;
  pid(): number | undefined;
  /** Resolves once it is ready. Throws a CommandError when it exited again and again before, or after 3 minutes. */
  ready(): Promise<void>;
  /** Stops it; it is killed when it has not exited after `graceMs`. */
  stop(graceMs: number): Promise<void>;
}

/** Where Node keeps what it compiled, for every data folder: a process that finds it starts sooner and holds some 20 MB less. */
const compileCache = fileURLToPath(new URL('../../node_modules/.cache/tma/compile-cache', import.meta.url));

/** Restarts in a row after which a process that was never ready is given up. */
const maxRestarts = 3;

/** Keeps a process running, writes its output to `logs/<name>.log`, and prints warnings and errors of it. */
export async function supervise(plan: ProcessPlan, situation: Situation, options: RestartOptions): Promise<Supervised> {
  const port = situation.ports[plan.port];
  const logs = join(situation.dataDir, 'logs');
  mkdirSync(logs, { recursive: true });
  chmodSync(logs, 0o700);
  const file = openLog(join(logs, `${plan.name}.log`), options.print);
  const onLine = (line: string) => {
    file.write(line);
    const text = readable(line, situation.config.LOG_LEVEL);
    if (text) options.print(`${plan.name}: ${text}`);
  };
  const restarted = await keepRunning(plan.name, async () => startProcess(plan, situation, onLine), options);

  // Another process may answer on this port: ours must be running, too.
  const isReady = async () =>
    !restarted.child().hasExited() && (await fetch(`http://127.0.0.1:${port}/health/ready`)).ok;
  const current = {
    hasExited: () => restarted.restarts() > maxRestarts,
    output: () => restarted.child().output(),
  };
  return {
    name: plan.name,
    pid: () => restarted.child().process.pid,
    ready: () => until(plan.name, current, isReady),
    async stop(graceMs) {
      await restarted.stop('SIGTERM', graceMs);
      await file.close();
    },
  };
}

function startProcess(plan: ProcessPlan, situation: Situation, onLine: (line: string) => void): Child {
  const child = spawn(process.execPath, [...(plan.options ?? []), ...plan.run], {
    // A process group of its own: a Ctrl-C in the terminal reaches only this process, which stops the children in order.
    detached: true,
    // The child exits when this channel closes, however this process ended.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      ...inheritedEnvironment(),
      ...situation.env,
      HOST: '127.0.0.1',
      NODE_COMPILE_CACHE: compileCache,
      ...plan.env(situation),
      PORT: String(situation.ports[plan.port]),
    },
  });
  for (const stream of [child.stdout, child.stderr]) {
    if (stream) createInterface({ input: stream }).on('line', onLine);
  }
  if (plan.lowPriority && child.pid) lowerPriority(child.pid);
  return watch(child);
}

/**
 * Linux gives each session an equal share of the cores, whatever the priority of its threads (sched(7), autogroup): the
 * hashing of a flood of sign-ins would slow everything else. Without autogroups the write fails, and nothing changes.
 */
function lowerPriority(pid: number): void {
  writeFile(`/proc/${pid}/autogroup`, '10', () => {});
}

const levels: Record<string, number> = { trace: 10, debug: 20, info: 30, warn: 40, error: 50, fatal: 60, silent: 100 };

/** What the terminal shows of a line that a child printed; null for lines below the level (`info`, the default, shows warnings and worse). */
export function readable(line: string, level: string): string | null {
  const least = level === 'info' ? 40 : (levels[level] ?? 40);
  // Most lines are not shown: under load, parsing all of them would cost more than the gateway can spare.
  const written = Number(/^\{"level":(\d+),/.exec(line)?.[1] ?? least);
  if (written < least) return null;
  try {
    const entry = JSON.parse(line) as { level?: number; msg?: string; err?: { message?: string } };
    if (typeof entry.level !== 'number') return line;
    if (entry.level < least) return null;
    return [entry.msg, entry.err?.message].filter(Boolean).join(': ');
  } catch {
    return line.trim() === '' ? null : line;
  }
}
