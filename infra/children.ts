import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

export interface Child {
  process: ChildProcess;
  /** What it printed last, for when it ends too early. */
  said(): string;
  /** Asks it to end, and ends it when it has not after `graceMs`. */
  stop(signal?: NodeJS.Signals, graceMs?: number): Promise<void>;
}

/** Ends a child when this process is gone, however it went (Linux; elsewhere the child stays until it is stopped). */
export const setpriv = ['/usr/bin/setpriv', '/bin/setpriv'].find(existsSync);

/**
 * Starts a program in a process group of its own, so that a Ctrl-C in the terminal reaches this process alone, which
 * then stops its children in order.
 */
export function startProgram(
  program: string,
  args: readonly string[],
  options: { cwd?: string; env?: Record<string, string>; privileges?: readonly string[]; endsBy?: NodeJS.Signals },
): Child {
  const guarded = setpriv
    ? [setpriv, '--pdeathsig', (options.endsBy ?? 'SIGTERM').slice(3), ...(options.privileges ?? []), '--', program]
    : [program];
  const [file = program, ...before] = guarded;
  const child = spawn(file, [...before, ...args], {
    cwd: options.cwd,
    env: options.env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return watch(child);
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
  return {
    process: child,
    said: () => last,
    async stop(signal = 'SIGTERM', graceMs = 8000) {
      if (ended(child)) return;
      const gone = once(child, 'exit');
      child.kill(signal);
      await Promise.race([gone, wait(graceMs, undefined, { ref: false })]);
      if (ended(child)) return;
      child.kill('SIGKILL');
      await gone;
    },
  };
}

export const ended = (child: ChildProcess) =>
  child.exitCode !== null || child.signalCode !== null || child.pid === undefined;

/** Asks again and again until the answer is yes; throws when the child ended or the time is over. */
export async function until(what: string, child: Child | null, ask: () => Promise<boolean>, withinMs: number) {
  const end = Date.now() + withinMs;
  for (;;) {
    if (await ask().catch(() => false)) return;
    if (child && ended(child.process))
      throw new Error(`${what} ended while it was starting. It said:\n${child.said()}`);
    if (Date.now() > end)
      throw new Error(`${what} did not start within ${withinMs / 1000} s. It said:\n${child?.said() ?? ''}`);
    await wait(50);
  }
}
