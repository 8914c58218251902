import { setTimeout as wait } from 'node:timers/promises';
import { commandLine } from '../processes/command-line.ts';
import { planOf } from '../system.ts';
import { lastRunning, type Running } from './run-file.ts';

/** Whether a command line is that of a process we noted under this name: the number may belong to somebody else by now. */
export function isOurs(name: string, line: string, dataDir: string, ports: Running['ports']): boolean {
  const plan = planOf(name);
  if (plan) return line.endsWith(plan.run.join(' '));
  return name === 'redis' ? line.includes(`127.0.0.1:${ports.redis}`) : line.includes(dataDir);
}

/**
 * Ends what a start that was itself killed left behind. Children notice by themselves that their parent is gone; this is
 * for those that could not (where there is no `setpriv`, or all of it was frozen).
 */
export async function endLeftovers(dataDir: string): Promise<void> {
  const last = await lastRunning(dataDir);
  if (!last) return;
  const find = async () => {
    const lines = await Promise.all(
      Object.entries(last.children).map(async ([name, pid]) => ({
        name,
        pid,
        line: pid > 0 && (await commandLine(pid)),
      })),
    );
    return lines.filter(({ name, line }) => line && isOurs(name, line, dataDir, last.ports));
  };
  for (const { name, pid } of await find()) signalTo(pid, name === 'postgres' ? 'SIGINT' : 'SIGTERM');
  const end = Date.now() + 8000;
  while ((await find()).length > 0 && Date.now() < end) await wait(100);
  for (const { pid } of await find()) signalTo(pid, 'SIGKILL');
}

function signalTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
