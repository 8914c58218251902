import { spawn } from 'node:child_process';
import { mkdirSync, writeFile } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { childEnvironment } from '../config.ts';
import { type Child, until, watch } from '../processes/children.ts';
import { keep, type Watcher } from '../processes/keep-running.ts';
import { openLog } from '../processes/log-file.ts';
import type { ProcessPlan, Situation } from '../system.ts';

export interface Supervised {
  name: string;
  pid(): number | undefined;
  /** Waits until it says it is ready; throws when it ended again and again before. */
  ready(): Promise<void>;
  /** Asks it to end and kills what has not ended after `graceMs`. */
  stop(graceMs: number): Promise<void>;
}

/** Restarts in a row after which a process that never was ready is given up. */
const hopelessAfter = 3;

/** Keeps a process of the table running, its output in `logs/<name>.log`, what people should know of it on the screen. */
export async function supervise(plan: ProcessPlan, situation: Situation, watcher: Watcher): Promise<Supervised> {
  const port = situation.ports[plan.port];
  const logs = join(situation.dataDir, 'logs');
  mkdirSync(logs, { recursive: true });
  const file = openLog(join(logs, `${plan.name}.log`), watcher.say);
  const heard = (line: string) => {
    file.write(line);
    const text = readable(line, situation.config.LOG_LEVEL);
    if (text) watcher.say(`${plan.name}: ${text}`);
  };
  const kept = await keep(plan.name, async () => startProcess(plan, situation, heard), watcher);

  // Another's answer on this port is not ours: the process itself must be there.
  const isReady = async () => !kept.child().gone() && (await fetch(`http://127.0.0.1:${port}/health/ready`)).ok;
  const hope = { gone: () => kept.restarts() > hopelessAfter, said: () => kept.child().said() };
  return {
    name: plan.name,
    pid: () => kept.child().process.pid,
    ready: () => until(plan.name, hope, isReady, 60_000),
    async stop(graceMs) {
      await kept.stop('SIGTERM', graceMs);
      await file.close();
    },
  };
}

function startProcess(plan: ProcessPlan, situation: Situation, heard: (line: string) => void): Child {
  const child = spawn(process.execPath, [...(plan.options ?? []), ...plan.run], {
    // A group of its own: a Ctrl-C in the terminal is for the one who stops the children in order.
    detached: true,
    // The channel tells the child when this process is gone.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      ...childEnvironment(),
      ...situation.env,
      HOST: '127.0.0.1',
      NODE_COMPILE_CACHE: join(situation.dataDir, 'compile-cache'),
      ...plan.env(situation),
      PORT: String(situation.ports[plan.port]),
    },
  });
  for (const stream of [child.stdout, child.stderr]) {
    if (stream) createInterface({ input: stream }).on('line', heard);
  }
  if (plan.gentle && child.pid) stepBack(child.pid);
  return watch(child);
}

/**
 * Linux gives each session an equal share of the cores, whatever the priority of its threads (sched(7), autogroup): the
 * hashing of a flood of sign-ins would make everybody wait. Where there are no such groups, nothing is to be done.
 */
function stepBack(pid: number): void {
  writeFile(`/proc/${pid}/autogroup`, '10', () => {});
}

const levels: Record<string, number> = { trace: 10, debug: 20, info: 30, warn: 40, error: 50, fatal: 60, silent: 100 };

/** A line of a child for the terminal, or null when it is not for people: by default only warnings and worse are. */
export function readable(line: string, level: string): string | null {
  const least = level === 'info' ? 40 : (levels[level] ?? 40);
  // Most lines are not for the screen: under load, reading all of them would cost more than the gateway has to spare.
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
