import { chmod, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandError } from '../command.ts';
import { commandLine } from '../processes/command-line.ts';

interface LockHolder {
  pid: number;
  /** Its command line: after it has ended, the process id may be given to another program. */
  line: string;
}

/** The process id of another process that holds the lock of a data folder, or null. */
export async function findLockHolder(dataDir: string): Promise<number | null> {
  const text = await readFile(join(dataDir, 'lock'), 'utf8').catch(() => '');
  const holder = parsed<LockHolder>(text);
  return holder && holder.pid !== process.pid && (await commandLine(holder.pid)) === holder.line ? holder.pid : null;
}

/** What a file of the data folder says; null where it is not whole: the machine may have lost power before it was on disk. */
export function parsed<T>(text: string): T | null {
  try {
    return JSON.parse(text) as T;
  } catch {
    return null;
  }
}

/** Creates and locks a data folder. Throws a CommandError where it is locked or not writable. @returns what releases the lock */
export async function lockDataFolder(dataDir: string): Promise<() => Promise<void>> {
  const lock = join(dataDir, 'lock');
  const own = join(dataDir, `lock.${process.pid}`);
  const holder: LockHolder = { pid: process.pid, line: (await commandLine(process.pid)) ?? '' };
  try {
    await mkdir(dataDir, { recursive: true });
    // Postgres may run as another user than the one who starts it.
    await chmod(dataDir, 0o711);
    await writeFile(own, JSON.stringify(holder));
  } catch (error) {
    // On a full disk it is there, and empty.
    await rm(own, { force: true }).catch(() => {});
    throw new CommandError(
      `The folder for the data cannot be written (${(error as Error).message}). Choose one with DATA_DIR.`,
    );
  }
  try {
    // A hard link is created atomically and never replaces another.
    if (await createLink(own, lock)) return () => rm(lock, { force: true });
    const other = await findLockHolder(dataDir);
    if (other === null) {
      await rm(lock, { force: true });
      if (await createLink(own, lock)) return () => rm(lock, { force: true });
    }
    throw new CommandError(
      `The portal runs on ${dataDir} already (process ${other ?? 'just started'}). Stop it first, or choose another folder with DATA_DIR.`,
    );
  } finally {
    await rm(own, { force: true });
  }
}

/** @returns false when there is a file at `to` already */
const createLink = (from: string, to: string): Promise<boolean> =>
  link(from, to).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false;
      throw error;
    },
  );
