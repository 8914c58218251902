import pg from 'pg';
import type { Logger } from 'pino';
import { boundedConnection } from './db.ts';
import { pause } from './pause.ts';

const retryMs = 1000;
/** How often a listening connection is used, so that one which vanished without a word is noticed; how long that may take. */
const askMs = 4000;
const answerMs = 3000;

/**
 * Calls `onNotify` whenever a transaction that notified a channel (`pg_notify`) commits, in whichever process, and once
 * connected. A lost connection is made again; notifications meanwhile are missed, so poll now and then all the same.
 * @param url of Postgres itself: notifications do not pass a pooler
 * @returns what stops it
 */
export function listenToChannel(url: string, channel: string, onNotify: () => void, log: Logger): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;

  async function listen() {
    const client = new pg.Client({ ...boundedConnection(url, answerMs), application_name: `tma-${channel}` });
    let lost = false;
    let wake = () => {};
    client.once('end', () => {
      lost = true;
      wake();
    });
    client.on('error', (error) => log.warn({ err: error, channel }, 'a listening connection was lost'));
    client.on('notification', onNotify);
    try {
      await client.connect();
      await client.query(`listen ${channel}`);
      onNotify();
      const rest = () =>
        pause(askMs, signal, (resume) => {
          wake = resume;
        });
      for (await rest(); !signal.aborted && !lost; await rest()) await client.query('select 1');
    } catch (error) {
      log.debug({ err: error, channel }, 'nothing can be listened to; it is tried again');
    } finally {
      await client.end().catch((error: Error) => log.debug({ err: error }, 'a listening connection did not end well'));
    }
  }

  async function run() {
    while (!signal.aborted) {
      await listen();
      await pause(retryMs, signal);
    }
  }

  const running = run();
  return async () => {
    stopping.abort();
    await running;
  };
}
