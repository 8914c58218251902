import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Service } from '@tma/contracts';
import type { KafkaAccess, KafkaServers } from '@tma/kit';
import { CommandError } from '../command.ts';
import type { Ports } from '../process-plan.ts';
import { findLockHolder, parsed } from './data-folder.ts';

/** The content of `run.json` in the data folder: a system that runs. */
export interface Running {
  pid: number;
  urls: { portal: string; mailbox: string; docs: string };
  ports: Ports;
  /** What the backing services are, and why. */
  backing: string;
  brokers: string[];
  kafkaAccess?: KafkaAccess | undefined;
  redisUrl: string;
  /** Each service's database, password included: only the folder's owner can read this file. */
  databases: Record<Service, string>;
  /** Whether files are in a bucket; earlier versions did not say. */
  inBucket?: boolean | undefined;
  /** Process ids by name: the backing programs and the processes of system.ts. */
  children: Record<string, number>;
}

/** The brokers of a system, with what they demand. */
export const serversOf = ({ brokers, kafkaAccess }: Pick<Running, 'brokers' | 'kafkaAccess'>): KafkaServers => ({
  brokers,
  ...kafkaAccess,
});

export const runFile = (dataDir: string) => join(dataDir, 'run.json');

let writing: Promise<void> = Promise.resolve();

/** Writes the file atomically: others read it at any time. Concurrent writes run one after the other. */
export function writeRunFile(dataDir: string, running: Running): Promise<void> {
  const write = async () => {
    const fresh = `${runFile(dataDir)}.new`;
    await writeFile(fresh, JSON.stringify(running, null, 2), { mode: 0o600 });
    await rename(fresh, runFile(dataDir));
  };
  writing = writing.then(write, write);
  return writing;
}

/** The system that last ran on a data folder, whether it still runs or not. Throws `CommandError` where it is another user's. */
export async function lastRunning(dataDir: string): Promise<Running | null> {
  const file = runFile(dataDir);
  const text = await readFile(file, 'utf8').catch(({ code, message }: NodeJS.ErrnoException) => {
    if (code === 'ENOENT') return null;
    throw new CommandError(`${file} cannot be read (${message}). Use the account that started the portal.`);
  });
  return text === null ? null : parsed<Running>(text);
}

/** The system that runs on a data folder now; null where there is none, or it has only begun to start. */
export async function readRunning(dataDir: string): Promise<Running | null> {
  const holder = await findLockHolder(dataDir);
  const last = holder && (await lastRunning(dataDir));
  // The file of a system that was killed is there until the next one writes its own.
  return last && last.pid === holder ? last : null;
}
