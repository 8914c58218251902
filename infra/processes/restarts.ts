import { setTimeout as wait } from 'node:timers/promises';
import type { Child } from './children.ts';
import type { Print } from './steps.ts';

/** A child that ran for `stableMs` has no restarts in a row any more. */
const backoff = { firstMs: 200, maxMs: 10_000, stableMs: 30_000 };

/** Milliseconds to wait before the n-th restart in a row (0 is the first): 0.2 s, doubling, 10 s at most. */
export const backoffMs = (restarts: number) => Math.min(backoff.firstMs * 2 ** restarts, backoff.maxMs);

export interface RestartOptions {
  print: Print;
  /** Called when a child was restarted and so has another process id. */
  onRestart(): void;
}

export interface RestartedChild {
  /** The child that runs now. */
  child(): Child;
  /** How often in a row it was restarted. */
  restarts(): number;
  stop(signal?: NodeJS.Signals, graceMs?: number): Promise<void>;
}

/** Keeps a child running: when it exits by itself it is restarted after a growing pause, and a line is printed. */
export async function keepRunning(
  name: string,
  start: () => Promise<Child>,
  options: RestartOptions,
): Promise<RestartedChild> {
  let stopping = false;
  let restarts = 0;
  let timer: NodeJS.Timeout | undefined;
  let starting: Promise<void> | undefined;
  let child = await start();
  restartOnExit();

  function restartOnExit() {
    const startedAt = Date.now();
    child.onExit((reason) => {
      if (Date.now() - startedAt > backoff.stableMs) restarts = 0;
      scheduleRestart(`ended (${reason})`);
    });
  }

  function scheduleRestart(why: string) {
    if (stopping) return;
    const pause = backoffMs(restarts);
    restarts += 1;
    options.print(`${name} ${why} and is started again in ${pause / 1000} s`);
    timer = setTimeout(() => {
      starting = restart();
    }, pause);
  }

  async function restart() {
    try {
      child = await start();
    } catch (error) {
      return scheduleRestart(`did not start (${(error as Error).message})`);
    }
    restartOnExit();
    options.onRestart();
  }

  return {
    child: () => child,
    restarts: () => restarts,
    async stop(signal = 'SIGTERM', graceMs = 8000) {
      stopping = true;
      clearTimeout(timer);
      await Promise.race([starting, wait(graceMs, undefined, { ref: false })]);
      await child.stop(signal, graceMs);
    },
  };
}
