import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';

/** The memory of a process (RSS) in MB, on Linux. */
export async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024;
}

async function childrenOf(pid: number): Promise<number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return children.split(' ').filter(Boolean).map(Number);
}

/** The CPU time of a process and its children, in seconds; also of those that have ended, as connections to Postgres do. */
export async function coreSeconds(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (stat === null) return 0;
  // The name, in brackets, may contain blanks; ticks are hundredths of a second.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const own = fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / 100;
  const below = await Promise.all((await childrenOf(pid)).map(coreSeconds));
  return below.reduce((sum, one) => sum + one, own);
}

/** Processes together are idle when they take less than this share of a core for so long. At rest a portal takes 0.13 to 0.17. */
const idle = { share: 0.25, ms: 1000 };
const idleWithinMs = 60_000;

/** Waits until processes and their children have nothing to do any more. Throws when they are busy for a minute. */
export async function untilIdle(pids: readonly number[]): Promise<void> {
  const taken = async () => (await Promise.all(pids.map(coreSeconds))).reduce((sum, one) => sum + one, 0);
  for (const end = Date.now() + idleWithinMs; Date.now() < end; ) {
    const before = await taken();
    await wait(idle.ms);
    if ((await taken()) - before < (idle.share * idle.ms) / 1000) return;
  }
  throw new Error('what was begun does not end');
}
