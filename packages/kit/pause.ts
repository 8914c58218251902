/** Waits `ms` milliseconds, or less when the signal aborts or the function given to `wakeBy` is called. */
export function pause(ms: number, signal?: AbortSignal, wakeBy?: (resume: () => void) => void): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', done, { once: true });
    wakeBy?.(done);
  });
}
