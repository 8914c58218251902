import { Redis as Client } from 'ioredis';
import type { Logger } from 'pino';

/** Redis is a help, never a truth: asking it when it is away gives null, quickly. */
export interface Redis {
  client: Client;
  /** What `question` answers, or null when Redis is down, frozen or slow (over 250 ms). */
  ask<T>(question: (client: Client) => Promise<T>): Promise<T | null>;
  close(): void;
}

/** How long Redis is left alone after it failed, so that a frozen one does not cost every request its time-out. */
const pauseMs = 1000;

export function connectRedis(url: string, log: Logger): Redis {
  let silentUntil = 0;
  const client = new Client(url, {
    enableOfflineQueue: false,
    // What is asked in one turn of the event loop goes out in one write: a third less work for a small request.
    enableAutoPipelining: true,
    maxRetriesPerRequest: 0,
    connectTimeout: 1000,
    commandTimeout: 250,
    retryStrategy: (attempt) => Math.min(attempt * 100, 2000),
  });
  client.on('error', (error) => log.debug({ err: error }, 'redis connection'));
  client.on('ready', () => log.info('redis connected'));
  client.on('close', () => log.warn('redis connection closed'));
  return {
    client,
    async ask(question) {
      if (Date.now() < silentUntil) return null;
      try {
        return await question(client);
      } catch (error) {
        silentUntil = Date.now() + pauseMs;
        log.warn({ err: error }, 'redis did not answer');
        return null;
      }
    },
    close: () => client.disconnect(),
  };
}
