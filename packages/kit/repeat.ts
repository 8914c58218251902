import type { Logger } from 'pino';
import { pause } from './pause.ts';

/**
 * Runs `work` now, and again `everyMs` after it ended; a failure is logged.
 * @param failed the log's message for a failure
 * @returns what stops it, and waits for work under way
 */
export function repeat(everyMs: number, work: () => Promise<unknown>, log: Logger, failed: string) {
  const stopping = new AbortController();
  async function run() {
    while (!stopping.signal.aborted) {
      await work().catch((error) => log.warn({ err: error }, failed));
      await pause(everyMs, stopping.signal);
    }
  }
  const running = run();
  return async () => {
    stopping.abort();
    await running;
  };
}
