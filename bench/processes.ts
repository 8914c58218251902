import { readFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { run } from '../infra/processes/run-program.ts';
import type { Running } from '../infra/run/run-file.ts';

/** Process ids by name. */
export type Pids = Readonly<Record<string, number>>;
/** Seconds of processor time by name. */
export type CoreSeconds = Readonly<Record<string, number>>;

/** The processes of a portal that have these names. */
export const pidsOf = ({ children }: Running, names: readonly string[]): Pids =>
  Object.fromEntries(names.map((name) => [name, children[name] ?? 0]));

/** The memory of processes together (RSS) in MB, on Linux. */
export async function residentMegabytes(pids: Pids): Promise<number> {
  const all = await Promise.all(Object.values(pids).map((pid) => readFile(`/proc/${pid}/status`, 'utf8')));
  return all.reduce((sum, status) => sum + Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024, 0);
}

async function childrenOf(pid: number): Promise<number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return children.split(' ').filter(Boolean).map(Number);
}

/** The CPU time of a process and its children, in seconds; also of those that have ended, as connections to Postgres do. */
async function coreSeconds(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (stat === null) return 0;
  // The name, in brackets, may contain blanks; ticks are hundredths of a second.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const own = fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / 100;
  const below = await Promise.all((await childrenOf(pid)).map(coreSeconds));
  return below.reduce((sum, one) => sum + one, own);
}

/** What processes have taken so far, with their children. */
export const coresOf = async (pids: Pids): Promise<CoreSeconds> =>
  Object.fromEntries(
    await Promise.all(Object.entries(pids).map(async ([name, pid]) => [name, await coreSeconds(pid)] as const)),
  );

/** Adds to a sum what was taken between two moments. */
export const addTaken = (sum: CoreSeconds, before: CoreSeconds, after: CoreSeconds): CoreSeconds =>
  Object.fromEntries(Object.entries(after).map(([name, at]) => [name, (sum[name] ?? 0) + at - (before[name] ?? 0)]));

/** Milliseconds of each of so many pieces of work: of all processes, and what part each of them has. */
export function millisecondsOf(taken: CoreSeconds, pieces: number): { all: number; each: string } {
  const each = Object.entries(taken).map(([name, seconds]) => [name, (seconds * 1000) / pieces] as const);
  const parts = each.toSorted(([, a], [, b]) => b - a).map(([name, ms]) => `${name} ${ms.toFixed(1)}`);
  return { all: each.reduce((sum, [, ms]) => sum + ms, 0), each: parts.join(', ') };
}

/** Processes together are idle when they take less than this share of a core for so long. At rest a portal takes 0.13 to 0.17. */
const idle = { share: 0.25, ms: 1000 };
const idleWithinMs = 60_000;

/** Waits until processes and their children have nothing to do any more. Throws when they are busy for a minute. */
export async function untilIdle(pids: Pids): Promise<void> {
  const taken = async () => Object.values(await coresOf(pids)).reduce((sum, one) => sum + one, 0);
  const end = Date.now() + idleWithinMs;
  while (Date.now() < end) {
    const before = await taken();
    await wait(idle.ms);
    if ((await taken()) - before < (idle.share * idle.ms) / 1000) return;
  }
  throw new Error('what was begun does not end');
}

/**
 * Has this process, which asks, and all that it has started, which answer, run on cores of their own, so that neither side of
 * a comparison pays for who asks. Does nothing where there is one core, or no `taskset`, as outside Linux.
 */
export async function keepApart(): Promise<void> {
  const last = cpus().length - 1;
  if (last === 0) return;
  for (const pid of await descendantsOf(process.pid)) await pin(pid, last === 1 ? '0' : `0-${last - 1}`);
  await pin(process.pid, `${last}`);
}

/** Pins all threads of a process, which may be gone by then; what it starts from now on runs where it does. */
const pin = (pid: number, list: string) => run('taskset', ['-a', '-c', '-p', list, `${pid}`]);

async function descendantsOf(pid: number): Promise<number[]> {
  const children = await childrenOf(pid);
  return [...children, ...(await Promise.all(children.map(descendantsOf))).flat()];
}
