import { randomUUID } from 'node:crypto';
import { topics } from '@tma/contracts';
import { appendEvent, connectDb, createLog, type Tx, transaction } from '@tma/kit';
import { createDatabase } from '@tma/kit/testing';
import { insertNotifying, slowCommits } from './backbone.store.ts';
import { pairRatio, type Row, rateOf, rateRows } from './measure.ts';

const atOnce = 20;
const ms = 3000;

/**
 * How many transactions with an event commit in a second where a commit takes 5 ms, compared with transactions that notify
 * the relay themselves: those hold a lock of the whole cluster until they have committed, and so do it one after the other.
 */
export async function eventsOnSlowCommits(cluster: string): Promise<Row[]> {
  const log = createLog('bench', 'error');
  const database = await createDatabase(cluster, null);
  const setup = connectDb(database.url, log, 1);
  await slowCommits(setup, new URL(database.url).pathname.slice(1));
  await setup.end();
  const pool = connectDb(database.url, log, atOnce);
  const rate = (append: (tx: Tx, id: string) => Promise<void>) =>
    rateOf(atOnce, ms, () => transaction(pool, (tx) => append(tx, randomUUID())));
  try {
    const pairs = await pairRatio(
      () =>
        rate((tx, id) =>
          insertNotifying(tx, { id, topic: topics.identity, key: id, payload: JSON.stringify({ data: { id } }) }),
        ),
      () => rate((tx, id) => appendEvent(tx, 'AccountDeleted', id, { id })),
    );
    const names = {
      reference: `events, commits of 5 ms, ${atOnce} at once: notified in the transaction`,
      subject: 'events, commits of 5 ms: notified after it',
      ratio: 'events, commits of 5 ms: after to in the transaction',
    };
    return rateRows(names, pairs, 5);
  } finally {
    await pool.end();
    await database.drop();
  }
}
