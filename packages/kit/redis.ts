import { Redis as Client } from 'ioredis';
import type { Logger } from 'pino';

/** Redis, which may be away at any time: asking it then gives null, quickly. Nothing that must last is only there. */
export interface Redis {
  /** The service's name, for keys that must differ between services. */
  owner: string;
  client: Client;
  /** Runs commands: what they return, or null when Redis is down, frozen or slow (over 250 ms). */
  ask<T>(commands: (client: Client) => Promise<T>): Promise<T | null>;
  /** Hears what is published on a channel from now on, over a connection of its own. */
  follow(channel: string, listener: Listener): Following;
  close(): void;
}

interface Listener {
  heard(message: string): void;
  /** Messages may have been missed since the last one. */
  interrupted(): void;
}

interface Following {
  /** Whether everything that was published until now was received; false, quickly, while Redis is away. */
  isCurrent(): Promise<boolean>;
}

/** How long Redis is not asked after a failure, in milliseconds, so that a frozen one does not delay every request. */
const pauseMs = 1000;

/** ioredis puts commands with their arguments into its errors: the password of AUTH, keys of limits. */
const plain = ({ name, message }: Error) => ({ type: name, message });

/** @param owner the service's name */
export function connectRedis(url: string, log: Logger, owner: string): Redis {
  let pausedUntil = 0;
  const client = new Client(url, {
    enableOfflineQueue: false,
    // Commands of one turn of the event loop go out in one write: a third less work for a small request.
    enableAutoPipelining: true,
    maxRetriesPerRequest: 0,
    connectTimeout: 1000,
    commandTimeout: 250,
    retryStrategy: (attempt) => Math.min(attempt * 100, 2000),
  });
  logConnection(client, log);
  const followers: Client[] = [];
  return {
    owner,
    client,
    async ask(commands) {
      if (performance.now() < pausedUntil) return null;
      try {
        return await commands(client);
      } catch (error) {
        pausedUntil = performance.now() + pauseMs;
        log.warn({ err: plain(error as Error) }, 'redis did not answer');
        return null;
      }
    },
    follow(channel, listener) {
      const follower = client.duplicate({ enableAutoPipelining: false, autoResubscribe: false });
      followers.push(follower);
      return followOver(follower, channel, listener, log);
    },
    close() {
      for (const each of [client, ...followers]) each.disconnect();
    },
  };
}

function logConnection(client: Client, log: Logger) {
  let reason: string | undefined;
  client.on('error', (error) => {
    reason = error.message;
    log.debug({ err: plain(error) }, 'redis connection');
  });
  client.on('ready', () => {
    reason = undefined;
    log.info('redis connected');
  });
  client.on('close', () => log.warn({ reason }, 'redis connection closed'));
}

function followOver(client: Client, channel: string, { heard, interrupted }: Listener, log: Logger): Following {
  let isSubscribed = false;
  const failed = ({ message }: Error) => log.debug({ reason: message, channel }, 'redis cannot be followed');
  client.on('error', failed);
  client.on('message', (_channel, message: string) => heard(message));
  const subscribe = async () => {
    await client.subscribe(channel);
    isSubscribed = true;
  };
  client.on('ready', () => subscribe().catch(failed));
  client.on('close', () => {
    isSubscribed = false;
    interrupted();
  });
  return {
    async isCurrent() {
      if (!isSubscribed && client.status !== 'ready') return false;
      try {
        // Redis may have answered too late before.
        if (!isSubscribed) await subscribe();
        // Redis answers this after everything that it published before.
        await client.ping();
        return isSubscribed;
      } catch (error) {
        failed(error as Error);
        // A connection that broke without being closed is made again.
        client.disconnect(true);
        return false;
      }
    },
  };
}
