import type { Logger } from 'pino';
import { pause } from './pause.ts';

/** After a failure the work is done again after this time at the latest: a dependency may just be starting. */
const afterFailureMs = 60_000;

/**
 * Runs `work`, and again `everyMs` after it ended, but within a minute after it failed; a failure is logged.
 * @param work its signal aborts when it is stopped
 * @param failed the log's message for a failure
 * @param firstMs milliseconds before the first time
 * @returns a function that stops it, and waits for work under way
 */
export function repeat(
  everyMs: number,
  work: (signal: AbortSignal) => Promise<unknown>,
  log: Logger,
  failed: string,
  firstMs = 0,
) {
  const stopping = new AbortController();
  async function run() {
    if (firstMs > 0) await pause(firstMs, stopping.signal);
    while (!stopping.signal.aborted) {
      let nextMs = everyMs;
      await work(stopping.signal).catch((error) => {
        log.warn({ err: error }, failed);
        nextMs = Math.min(everyMs, afterFailureMs);
      });
      await pause(nextMs, stopping.signal);
    }
  }
  const running = run();
  return async () => {
    stopping.abort();
    await running;
  };
}
