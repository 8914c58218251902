import { setTimeout as wait } from 'node:timers/promises';

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

/** What work comes to, where that does not take longer than `ms` milliseconds. @param late makes the error that is thrown else */
export async function within<T>(ms: number, work: Promise<T>, late: () => Error): Promise<T> {
  const done = new AbortController();
  const timeout = wait(ms, undefined, { signal: done.signal }).then(() => {
    throw late();
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    done.abort();
    timeout.catch(() => {});
    work.catch(() => {});
  }
}
