import pg from 'pg';
import type { Logger } from 'pino';
import { pause } from './pause.ts';

const againMs = 1000;

/**
 * Calls `told` whenever somebody notifies a channel of the database, from whichever process, once their transaction has
 * committed. A lost connection is made again; what is told meanwhile is missed, so look now and then all the same.
 * @param url reaches Postgres itself: notices do not pass a pooler @returns what stops it
 */
export function listenToChannel(url: string, channel: string, told: () => void, log: Logger): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;

  async function listen() {
    const client = new pg.Client({ connectionString: url, application_name: `tma-${channel}`, keepAlive: true });
    const lost = new Promise<void>((resolve) => client.once('end', resolve));
    client.on('error', (error) => log.warn({ err: error, channel }, 'a listening connection was lost'));
    client.on('notification', told);
    try {
      await client.connect();
      await client.query(`listen ${channel}`);
      told();
      const stopped = new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
      if (!signal.aborted) await Promise.race([lost, stopped]);
    } catch (error) {
      log.debug({ err: error, channel }, 'nothing can be listened to; it is tried again');
    } finally {
      await client.end().catch((error: Error) => log.debug({ err: error }, 'a listening connection did not end well'));
    }
  }

  async function run() {
    while (!signal.aborted) {
      await listen();
      await pause(againMs, signal);
    }
  }

  const running = run();
  return async () => {
    stopping.abort();
    await running;
  };
}
