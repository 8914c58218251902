import { pause } from './pause.ts';

export interface Notices {
  /** How many have come. */
  count(): number;
  note(): void;
  /** Waits until more than `seen` have come, for `ms` milliseconds at most. */
  waitBeyond(seen: number, ms: number, signal: AbortSignal): Promise<void>;
}

/** Notices that there is work. They are counted, so that one which comes while the work before it is done is not missed. */
export function createNotices(): Notices {
  let count = 0;
  const waiting = new Set<() => void>();
  return {
    count: () => count,
    note() {
      count += 1;
      for (const wake of waiting) wake();
    },
    async waitBeyond(seen, ms, signal) {
      if (count !== seen) return;
      let resume = () => {};
      await pause(ms, signal, (wake) => {
        resume = wake;
        waiting.add(wake);
      });
      waiting.delete(resume);
    },
  };
}
