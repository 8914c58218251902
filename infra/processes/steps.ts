/** Prints a line for the person at the terminal: a step that took `seconds`, or (without) something that happened. */
export type Print = (line: string, seconds?: number) => void;

const slowMs = 2000;

/**
 * Runs the steps of a start one by one and prints each with its time; a slow one is printed when it begins to be slow, too.
 * Once `signal` aborts, or a step fails, no further step begins.
 */
export function createSteps(print: Print, signal?: AbortSignal) {
  const aborted = new Promise<never>((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  // No step may be running to handle the rejection.
  aborted.catch(() => {});

  return async <T>(what: string, work: () => Promise<T>, describe: (result: T) => string = () => what): Promise<T> => {
    signal?.throwIfAborted();
    const startedAt = performance.now();
    const slow = setTimeout(() => print(`${what} …`), slowMs);
    try {
      const result = await Promise.race([work(), aborted]);
      print(describe(result), (performance.now() - startedAt) / 1000);
      return result;
    } finally {
      clearTimeout(slow);
    }
  };
}
