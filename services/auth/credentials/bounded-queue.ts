import { unavailable } from '@tma/kit';
import PQueue from 'p-queue';

/**
 * Runs at most `concurrency` jobs at a time, in the order in which they come; `maxWaiting` more wait.
 * Any further job is refused with 503, so that a flood is answered at once and does not pile up.
 */
export function createBoundedQueue(concurrency: number, maxWaiting: number) {
  const queue = new PQueue({ concurrency });
  return async <T>(job: () => Promise<T>): Promise<T> => {
    if (queue.size >= maxWaiting) throw unavailable();
    return queue.add(job);
  };
}
