import { allRows, anyRow, type Db, execute, onlyValue, type Pool, transaction } from '@tma/kit';

type State = 'accepted' | 'delivered' | 'failed';

/** What Kannel's delivery reports mean. */
const states: Readonly<Record<number, State>> = {
  1: 'delivered',
  2: 'failed',
  4: 'accepted',
  8: 'accepted',
  16: 'failed',
};

/**
 * Notes a receipt for a sent message (after a restore another message may have its position). A receipt that came
 * before, or that is older than the newest, changes only the time. It may come before Kannel's answer; a message that
 * waits for it is then done.
 * @param status of Kannel: 1 delivered, 2 failed, 4 and 8 accepted, 16 refused
 */
export async function noteReceipt(pool: Pool, position: string, status: number): Promise<void> {
  const state = states[status];
  if (!state) return;
  await transaction(pool, async (tx) => {
    const isEnd = state !== 'accepted';
    const isNews = await anyRow(
      tx,
      `update deliveries set receipt = $2,
         next_attempt_at = case when state = 'deferred' then now() else next_attempt_at end
       where position = $1 and channel = 'sms' and tried_at is not null
       and (receipt is null or ($3 and receipt in (4, 8)))`,
      [position, status, isEnd],
    );
    const text = 'update sms_receipts set count = count + $2, newest = now() where state = $1';
    await execute(tx, text, [state, isNews ? 1 : 0]);
  });
}

/** How many receipts of each state there were, and when the newest came (Unix seconds). */
export const countReceipts = (db: Db) =>
  allRows<{ state: State; count: number; newest: number | null }>(
    db,
    'select state, count::float8 as count, extract(epoch from newest)::float8 as newest from sms_receipts',
  );

/** How many segments were sent, in all. */
export const countSegments = (db: Db) =>
  onlyValue<number>(db, `select coalesce(sum(units), 0)::float8 from delivery_counts where channel = 'sms'`);
