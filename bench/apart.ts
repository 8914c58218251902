import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Has this process, which asks, and all that it has started, which answer, run on cores of their own, so that neither side of
 * a comparison pays for who asks. Does nothing where there is one core, or no `taskset`, as outside Linux.
 */
export async function keepApart(): Promise<void> {
  const cores = cpus().length;
  if (cores < 2) return;
  const last = cores - 1;
  const parents = await parentsOf();
  for (const pid of descendants(process.pid, parents)) await pin(pid, last === 1 ? '0' : `0-${last - 1}`);
  await pin(process.pid, `${last}`);
}

/** Pins all threads of a process, which may be gone by then; what it starts from now on runs where it does. */
const pin = (pid: number, list: string) => run('taskset', ['-a', '-c', '-p', list, `${pid}`]).catch(() => undefined);

/** The parent of each process. */
async function parentsOf(): Promise<Map<number, number>> {
  const names = await readdir('/proc').catch((): string[] => []);
  const pids = names.map(Number).filter(Number.isInteger);
  const entries = await Promise.all(
    pids.map(async (pid) => {
      const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
      return [pid, Number(/^PPid:\s+(\d+)/m.exec(status)?.[1])] as const;
    }),
  );
  return new Map(entries);
}

function descendants(pid: number, parents: ReadonlyMap<number, number>): number[] {
  const children = [...parents].filter(([, parent]) => parent === pid).map(([child]) => child);
  return children.flatMap((child) => [child, ...descendants(child, parents)]);
}
