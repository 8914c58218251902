/** A line for the person who watches: a step that took `seconds`, or (without) something that happened. */
export type Say = (line: string, seconds?: number) => void;

const slowMs = 2000;

/**
 * Runs the steps of a start one by one. Each is told when it is done, with its time, and already before when it is slow;
 * none goes on once the signal says stop: then, and when a step fails, the rest is not begun.
 */
export function createSteps(say: Say, signal?: AbortSignal) {
  const stopped = new Promise<never>((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  // Whoever waits on it hears of it; nobody may be waiting.
  stopped.catch(() => {});

  return async <T>(what: string, work: () => Promise<T>, told: (result: T) => string = () => what): Promise<T> => {
    signal?.throwIfAborted();
    const begun = performance.now();
    const slow = setTimeout(() => say(`${what} …`), slowMs);
    try {
      const result = await Promise.race([work(), stopped]);
      say(told(result), (performance.now() - begun) / 1000);
      return result;
    } finally {
      clearTimeout(slow);
    }
  };
}
