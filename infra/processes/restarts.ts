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

/** Keeps a child running: when it exits by itself it is restarted after a growing pause, and a line is printed. */
export async function keepRunning(
  name: string,
  start: () => Promise<Child>,
  options: RestartOptions,
): Promise<RestartedChild> {
  return new RestartedChild(name, start, options, await start());
}

export class RestartedChild {
  readonly #name: string;
  readonly #start: () => Promise<Child>;
  readonly #options: RestartOptions;
  #child: Child;
  #restarts = 0;
  #stopping = false;
  #timer: NodeJS.Timeout | undefined;
  #starting: Promise<void> | undefined;

  constructor(name: string, start: () => Promise<Child>, options: RestartOptions, child: Child) {
    this.#name = name;
    this.#start = start;
    this.#options = options;
    this.#child = child;
    this.#restartOnExit();
  }

  /** The child that runs now. */
  child = () => this.#child;
  /** How often in a row it was restarted. */
  restarts = () => this.#restarts;

  /** @param graceMs may be over already: below zero */
  async stop(signal: NodeJS.Signals = 'SIGTERM', graceMs = 8000): Promise<void> {
    this.#stopping = true;
    clearTimeout(this.#timer);
    const leftMs = Math.max(graceMs, 0);
    await Promise.race([this.#starting, wait(leftMs, undefined, { ref: false })]);
    await this.#child.stop(signal, leftMs);
  }

  #restartOnExit(): void {
    const startedAt = performance.now();
    this.#child.onExit((reason) => {
      if (performance.now() - startedAt > backoff.stableMs) this.#restarts = 0;
      this.#scheduleRestart(`ended (${reason})`);
    });
  }

  #scheduleRestart(why: string): void {
    if (this.#stopping) return;
    const pause = backoffMs(this.#restarts);
    this.#restarts += 1;
    this.#options.print(`${this.#name} ${why} and is started again in ${pause / 1000} s`);
    this.#timer = setTimeout(() => {
      this.#starting = this.#restart();
    }, pause);
  }

  async #restart(): Promise<void> {
    try {
      this.#child = await this.#start();
    } catch (error) {
      return this.#scheduleRestart(`did not start (${(error as Error).message})`);
    }
    this.#restartOnExit();
    this.#options.onRestart();
  }
}
