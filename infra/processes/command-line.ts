import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';

/** The command line of a process, or null when no process has this id. */
export async function commandLine(pid: number): Promise<string | null> {
  const text = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => null);
  if (text !== null) return text.replaceAll('\0', ' ').trim() || null;
  return spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim() || null;
}
