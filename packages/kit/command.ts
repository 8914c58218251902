import { connectDb, type Pool } from './db.ts';
import { createLog } from './process.ts';

/** A command did nothing, or found something wrong; the message says what. */
export class CommandFailed extends Error {}

/** Prints what a command says. Of a `CommandFailed` it prints the message alone, and the exit code is 1. */
export async function printAnswer(answer: Promise<string>): Promise<void> {
  try {
    process.stdout.write(`${await answer}\n`);
  } catch (error) {
    if (!(error instanceof CommandFailed)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

/** Runs a command with one connection to its service's database. */
export async function withDb<T>(service: string, url: string, command: (pool: Pool) => Promise<T>): Promise<T> {
  const pool = connectDb(url, createLog(service, 'error'), 1);
  return command(pool).finally(() => pool.end());
}
