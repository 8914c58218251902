import { chmod, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandError } from '../command.ts';
import { commandLine } from '../processes/command-line.ts';

interface Holder {
  pid: number;
  /** Its command line: the number alone may belong to somebody else by now. */
  line: string;
}

/** The process that works on a data folder now, or null. */
export async function holderOf(dataDir: string): Promise<number | null> {
  const text = await readFile(join(dataDir, 'lock'), 'utf8').catch(() => null);
  if (!text) return null;
  const { pid, line } = JSON.parse(text) as Holder;
  return pid !== process.pid && (await commandLine(pid)) === line ? pid : null;
}

/** Makes a data folder ours until the function returned is called. One that another process works on is refused. */
export async function takeFolder(dataDir: string): Promise<() => Promise<void>> {
  const lock = join(dataDir, 'lock');
  const made = join(dataDir, `lock.${process.pid}`);
  const mine: Holder = { pid: process.pid, line: (await commandLine(process.pid)) ?? '' };
  try {
    await mkdir(dataDir, { recursive: true });
    // Postgres may run as another user than the one who starts it.
    await chmod(dataDir, 0o711);
    await writeFile(made, JSON.stringify(mine));
  } catch (error) {
    throw new CommandError(
      `The folder for the data cannot be written (${(error as Error).message}). Choose one with DATA_DIR.`,
    );
  }
  try {
    // A link is there whole or not at all, and never takes the place of another.
    if (await linked(made, lock)) return () => rm(lock, { force: true });
    const holder = await holderOf(dataDir);
    if (holder === null) {
      await rm(lock, { force: true });
      if (await linked(made, lock)) return () => rm(lock, { force: true });
    }
    throw new CommandError(
      `The portal runs on ${dataDir} already (process ${holder ?? 'just started'}). Stop it first, or choose another folder with DATA_DIR.`,
    );
  } finally {
    await rm(made, { force: true });
  }
}

const linked = (from: string, to: string): Promise<boolean> =>
  link(from, to).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false;
      throw error;
    },
  );
