import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { CommandError } from '../command.ts';

export interface Child {
  process: ChildProcess;
  /** The last 4,000 characters that it printed. */
  output(): string;
  hasExited(): boolean;
  /** Calls back once when it has exited, with `code 1` or the signal's name. */
  onExit(callback: (reason: string) => void): void;
  /** Sends a signal, and SIGKILL when it has not exited after `graceMs`. Resolves once it has exited. */
  stop(signal?: NodeJS.Signals, graceMs?: number): Promise<void>;
}

/** Signals a child when this process has ended, however it ended (Linux; elsewhere the next start ends it). */
export const setpriv = ['/usr/bin/setpriv', '/bin/setpriv'].find(existsSync);

interface ProgramOptions {
  cwd?: string;
  env?: Record<string, string>;
  /** More arguments of setpriv, such as another user. */
  privileges?: readonly string[];
  /** The signal on which the program exits cleanly. */
  stopSignal?: NodeJS.Signals;
}

/** Starts a program in a process group of its own: Ctrl-C reaches this process alone, which stops its children in order. */
export function startProgram(program: string, args: readonly string[], options: ProgramOptions): Child {
  const guarded = setpriv
    ? [setpriv, '--pdeathsig', (options.stopSignal ?? 'SIGTERM').slice(3), ...(options.privileges ?? []), '--', program]
    : [program];
  const [file = program, ...before] = guarded;
  const { cwd, env } = options;
  return watch(spawn(file, [...before, ...args], { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] }));
}

const running = new Set<ChildProcess>();

/** Kills every child at once, or sends it another signal. */
export function killAll(signal: NodeJS.Signals = 'SIGKILL'): void {
  for (const child of running) child.kill(signal);
}

/** Wraps a process that is already started. */
export function watch(child: ChildProcess): Child {
  let last = '';
  const keep = (chunk: Buffer) => {
    last = (last + chunk.toString()).slice(-4000);
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  child.on('error', (error) => keep(Buffer.from(String(error))));
  if (child.pid !== undefined) running.add(child);
  child.once('exit', () => running.delete(child));

  const hasExited = () => child.exitCode !== null || child.signalCode !== null || child.pid === undefined;
  return {
    process: child,
    output: () => last,
    hasExited,
    onExit(callback) {
      const reason = () => child.signalCode ?? `code ${child.exitCode}`;
      if (hasExited()) queueMicrotask(() => callback(reason()));
      else child.once('exit', () => callback(reason()));
    },
    async stop(signal = 'SIGTERM', graceMs = 8000) {
      if (hasExited()) return;
      const exited = once(child, 'exit');
      child.kill(signal);
      await Promise.race([exited, wait(graceMs, undefined, { ref: false })]);
      if (!hasExited()) child.kill('SIGKILL');
      await exited;
    },
  };
}

/** For a machine on which everything takes many times as long. A program that ends while it starts is noticed at once. */
const readyTimeoutMs = 180_000;

/** Polls until `check` is true. Throws a CommandError when `child` has exited or the time is over. */
export async function until(
  what: string,
  child: Pick<Child, 'hasExited' | 'output'> | null,
  check: () => Promise<boolean>,
  withinMs = readyTimeoutMs,
) {
  // Not by the clock, which jumps: after a laptop has slept, too.
  const end = performance.now() + withinMs;
  for (;;) {
    if (await check().catch(() => false)) return;
    if (child?.hasExited()) {
      throw new CommandError(`${what} ended while it was starting. It said:\n${child.output()}`);
    }
    if (performance.now() > end) {
      throw new CommandError(`${what} did not start within ${withinMs / 1000} s. It said:\n${child?.output() ?? ''}`);
    }
    await wait(50);
  }
}

/** The same for a child that was just started: one that does not become ready is stopped, as the next would find it in its way. */
export async function untilReady(what: string, child: Child, check: () => Promise<boolean>, withinMs = readyTimeoutMs) {
  try {
    await until(what, child, check, withinMs);
    return child;
  } catch (error) {
    await child.stop();
    throw error;
  }
}
