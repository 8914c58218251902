import { setTimeout as wait } from 'node:timers/promises';
import { coreSeconds, untilIdle } from './processes.ts';

const restMs = 5000;

/** Counts the processor time that processes take for work, all that comes of it after its answer with it: events, mails. */
export class CpuTimes {
  readonly #pids: Readonly<Record<string, number>>;
  /** Seconds of processor time, by the name of the process. */
  readonly #taken = new Map<string, number>();
  /** The same of each second without any work. */
  #atRest = new Map<string, number>();

  /** @param pids by name; with their children */
  constructor(pids: Readonly<Record<string, number>>) {
    this.#pids = pids;
  }

  /** Forgets what was counted, and sees what the processes take at rest. */
  async begin() {
    await untilIdle(Object.values(this.#pids));
    this.#taken.clear();
    const before = await this.#now();
    await wait(restMs);
    this.#atRest = new Map(
      (await this.#now()).map(([name, at], index) => [name, ((at - (before[index]?.[1] ?? 0)) / restMs) * 1000]),
    );
  }

  /** Does some work, and waits until the processes have nothing to do any more. */
  async around(work: () => Promise<void>): Promise<void> {
    await untilIdle(Object.values(this.#pids));
    const before = await this.#now();
    const begun = performance.now();
    await work();
    await untilIdle(Object.values(this.#pids));
    const seconds = (performance.now() - begun) / 1000;
    for (const [index, [name, at]] of (await this.#now()).entries()) {
      const own = at - (before[index]?.[1] ?? 0) - seconds * (this.#atRest.get(name) ?? 0);
      this.#taken.set(name, (this.#taken.get(name) ?? 0) + own);
    }
  }

  /** Milliseconds of each of so many pieces of work: of all processes, and what part each of them has. */
  of(pieces: number): { all: number; each: string } {
    const each = [...this.#taken].map(([name, seconds]) => [name, (seconds * 1000) / pieces] as const);
    const parts = each.toSorted(([, a], [, b]) => b - a).map(([name, ms]) => `${name} ${ms.toFixed(1)}`);
    return { all: each.reduce((sum, [, ms]) => sum + ms, 0), each: parts.join(', ') };
  }

  #now = () =>
    Promise.all(Object.entries(this.#pids).map(async ([name, pid]) => [name, await coreSeconds(pid)] as const));
}
