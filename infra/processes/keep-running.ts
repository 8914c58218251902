import { setTimeout as wait } from 'node:timers/promises';
import type { Child } from './children.ts';
import type { Say } from './steps.ts';

const backoff = { firstMs: 200, mostMs: 10_000, steadyMs: 30_000 };

/** Milliseconds to wait before the n-th restart in a row (0 is the first): 0.2 s, doubling, 10 s at most. */
export const backoffMs = (restarts: number) => Math.min(backoff.firstMs * 2 ** restarts, backoff.mostMs);

export interface Watcher {
  say: Say;
  /** A process has another id now. */
  moved(): void;
}

export interface Kept {
  child(): Child;
  /** How often in a row it was started again. */
  restarts(): number;
  stop(signal?: NodeJS.Signals, graceMs?: number): Promise<void>;
}

/** Keeps a child running: when it ends by itself it is started again, with growing pauses, and that is said. */
export async function keep(name: string, start: () => Promise<Child>, watcher: Watcher): Promise<Kept> {
  let stopping = false;
  let restarts = 0;
  let timer: NodeJS.Timeout | undefined;
  let starting: Promise<void> | undefined;
  let child = await start();
  attend();

  function attend() {
    const begun = Date.now();
    child.whenGone((how) => {
      if (Date.now() - begun > backoff.steadyMs) restarts = 0;
      startAgain(`ended (${how})`);
    });
  }

  function startAgain(why: string) {
    if (stopping) return;
    const pause = backoffMs(restarts);
    restarts += 1;
    watcher.say(`${name} ${why} and is started again in ${pause / 1000} s`);
    timer = setTimeout(() => {
      starting = restart();
    }, pause);
  }

  async function restart() {
    try {
      child = await start();
    } catch (error) {
      return startAgain(`did not start (${(error as Error).message})`);
    }
    attend();
    watcher.moved();
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
