import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { CommandError } from '../command.ts';

export interface Child {
  process: ChildProcess;
  /** What it printed last, for when it ends too early. */
  said(): string;
  gone(): boolean;
  /** Calls back once when it has ended, with the exit code or signal in words. */
  whenGone(tell: (how: string) => void): void;
  /** Asks it to end, and ends it when it has not after `graceMs`. */
  stop(signal?: NodeJS.Signals, graceMs?: number): Promise<void>;
}

/** Ends a child when this process is gone, however it went (Linux; elsewhere the next start ends it). */
export const setpriv = ['/usr/bin/setpriv', '/bin/setpriv'].find(existsSync);

interface ProgramOptions {
  cwd?: string;
  env?: Record<string, string>;
  privileges?: readonly string[];
  endsBy?: NodeJS.Signals;
}

/**
 * Starts a program in a process group of its own, so that a Ctrl-C in the terminal reaches this process alone, which
 * then stops its children in order.
 */
export function startProgram(program: string, args: readonly string[], options: ProgramOptions): Child {
  const guarded = setpriv
    ? [setpriv, '--pdeathsig', (options.endsBy ?? 'SIGTERM').slice(3), ...(options.privileges ?? []), '--', program]
    : [program];
  const [file = program, ...before] = guarded;
  const { cwd, env } = options;
  return watch(spawn(file, [...before, ...args], { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] }));
}

const living = new Set<ChildProcess>();

/** Ends every child at once, whatever it is doing. */
export function killAll(): void {
  for (const child of living) child.kill('SIGKILL');
}

/** The same for a process that is already started: remembers what it says, and knows how to stop it. */
export function watch(child: ChildProcess): Child {
  let last = '';
  const keep = (chunk: Buffer) => {
    last = (last + chunk.toString()).slice(-4000);
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  child.on('error', (error) => keep(Buffer.from(String(error))));
  if (child.pid !== undefined) living.add(child);
  child.once('exit', () => living.delete(child));

  const gone = () => child.exitCode !== null || child.signalCode !== null || child.pid === undefined;
  return {
    process: child,
    said: () => last,
    gone,
    whenGone(tell) {
      const words = () => child.signalCode ?? `code ${child.exitCode}`;
      if (gone()) queueMicrotask(() => tell(words()));
      else child.once('exit', () => tell(words()));
    },
    async stop(signal = 'SIGTERM', graceMs = 8000) {
      if (gone()) return;
      const exited = once(child, 'exit');
      child.kill(signal);
      await Promise.race([exited, wait(Math.max(graceMs, 0), undefined, { ref: false })]);
      if (!gone()) child.kill('SIGKILL');
      await exited;
    },
  };
}

/** Asks again and again until the answer is yes; throws when `child` ended or the time is over. */
export async function until(
  what: string,
  child: Pick<Child, 'gone' | 'said'> | null,
  ask: () => Promise<boolean>,
  withinMs: number,
) {
  const end = Date.now() + withinMs;
  for (;;) {
    if (await ask().catch(() => false)) return;
    if (child?.gone()) throw new CommandError(`${what} ended while it was starting. It said:\n${child.said()}`);
    if (Date.now() > end)
      throw new CommandError(`${what} did not start within ${withinMs / 1000} s. It said:\n${child?.said() ?? ''}`);
    await wait(50);
  }
}
