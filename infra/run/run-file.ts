import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { databases, Ports } from '../system.ts';
import { holderOf } from './data-folder.ts';

/** What `run.json` in the data folder says of a system that runs. */
export interface Running {
  pid: number;
  urls: { portal: string; mailbox: string; docs: string };
  ports: Ports;
  /** What the backing services are, and why. */
  backing: string;
  brokers: string[];
  /** Each service's database, password included: only the folder's owner reads this file. */
  databases: Record<keyof typeof databases, string>;
  /** Process ids by name: the backing programs and the processes of the table. */
  children: Record<string, number>;
}

export const runFile = (dataDir: string) => join(dataDir, 'run.json');

let writing: Promise<void> = Promise.resolve();

/** Writes it whole or not at all: others read it at any time. Two notes at once are written one after the other. */
export function noteRunning(dataDir: string, running: Running): Promise<void> {
  const write = async () => {
    const fresh = `${runFile(dataDir)}.new`;
    await writeFile(fresh, JSON.stringify(running, null, 2), { mode: 0o600 });
    await rename(fresh, runFile(dataDir));
  };
  writing = writing.then(write, write);
  return writing;
}

/** What was noted last, whether it runs still or not. */
export async function lastRunning(dataDir: string): Promise<Running | null> {
  const text = await readFile(runFile(dataDir), 'utf8').catch(() => null);
  return text ? (JSON.parse(text) as Running) : null;
}

/** The system that runs on a data folder, if one does. */
export async function readRunning(dataDir: string): Promise<Running | null> {
  return (await holderOf(dataDir)) ? lastRunning(dataDir) : null;
}
