import { type Parts, pause } from '@tma/kit';
import { sweepLinks } from './store/links.store.ts';
import { sweepSessions } from './store/sessions.store.ts';

const everyMs = 3_600_000;

/** Forgets what ended long ago, every hour. @returns what stops it */
export function startSweeping({ pool, log }: Pick<Parts, 'pool' | 'log'>): () => Promise<void> {
  const stopping = new AbortController();
  async function run() {
    while (!stopping.signal.aborted) {
      try {
        await sweepSessions(pool);
        await sweepLinks(pool);
      } catch (error) {
        log.warn({ err: error }, 'old sessions and links could not be swept; it is tried again');
      }
      await pause(everyMs, stopping.signal);
    }
  }
  const running = run();
  return async () => {
    stopping.abort();
    await running;
  };
}
