import { setTimeout as wait } from 'node:timers/promises';
import { commandLine } from '../processes/command-line.ts';
import { planOf } from '../system.ts';
import { lastRunning, type Running } from './run-file.ts';

/** Whether a command line is that of the process with this name: its id may have been given to another program since. */
export function isOurs(name: string, line: string, dataDir: string, ports: Running['ports']): boolean {
  const plan = planOf(name);
  if (plan) return line.endsWith(plan.run.join(' '));
  return name === 'redis' ? line.includes(`127.0.0.1:${ports.redis}`) : line.includes(dataDir);
}

/**
 * Ends the processes of a start that was itself killed. Children end by themselves when their parent has; this is for
 * those that could not (without `setpriv`, or when all of them were frozen).
 */
export async function endLeftovers(dataDir: string): Promise<void> {
  const last = await lastRunning(dataDir);
  if (!last) return;
  const findRunning = async () => {
    const lines = await Promise.all(
      Object.entries(last.children).map(async ([name, pid]) => ({
        name,
        pid,
        line: pid > 0 && (await commandLine(pid)),
      })),
    );
    return lines.filter(({ name, line }) => line && isOurs(name, line, dataDir, last.ports));
  };
  for (const { name, pid } of await findRunning()) signalTo(pid, name === 'postgres' ? 'SIGINT' : 'SIGTERM');
  const end = performance.now() + 8000;
  while ((await findRunning()).length > 0 && performance.now() < end) await wait(100);
  for (const { pid } of await findRunning()) signalTo(pid, 'SIGKILL');
}

function signalTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
