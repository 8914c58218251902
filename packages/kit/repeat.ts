import type { Logger } from 'pino';
import { pause } from './pause.ts';

/** Does `work` at once and then every so often; when it fails, it is tried again the next time. @returns what stops it */
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
