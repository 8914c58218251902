import { type Db, named, type Pool, type Tx, transaction } from '@tma/kit';

/** @returns false when it came before */
export async function noteIncoming(tx: Tx, id: string): Promise<boolean> {
  const { rowCount } = await tx.query('insert into sms_incoming (id) values ($1) on conflict do nothing', [id]);
  return rowCount === 1;
}

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
 * Notes a receipt of a message that was sent: after a restore, another one may have its place by now; one that came before, or is older news, changes nothing but the time. It may come before the gateway's answer; a
 * message that waits for it waits no longer.
 * @param status of Kannel: 1 delivered, 2 not, 4 and 8 taken, 16 refused
 */
export async function noteReceipt(pool: Pool, position: string, status: number): Promise<void> {
  const state = states[status];
  if (!state) return;
  await transaction(pool, async (tx) => {
    const isEnd = state !== 'accepted';
    const { rowCount } = await tx.query(
      named(`update deliveries set receipt = $2,
         next_attempt_at = case when state = 'deferred' then now() else next_attempt_at end
       where position = $1 and channel = 'sms' and tried_at is not null
       and (receipt is null or ($3 and receipt in (4, 8)))`),
      [position, status, isEnd],
    );
    await tx.query(named('update sms_receipts set count = count + $2, newest = now() where state = $1'), [
      state,
      rowCount,
    ]);
  });
}

/** How many receipts of each state there were, and when the newest came (Unix seconds). */
export async function countReceipts(db: Db): Promise<{ state: State; count: number; newest: number | null }[]> {
  const { rows } = await db.query<{ state: State; count: number; newest: number | null }>(
    `select state, count::float8 as count, extract(epoch from newest)::float8 as newest from sms_receipts`,
  );
  return rows;
}

/** How many segments were sent, in all. */
export async function countSegments(db: Db): Promise<number> {
  const { rows } = await db.query<{ units: number }>(
    `select coalesce(sum(units), 0)::float8 as units from delivery_counts where channel = 'sms'`,
  );
  return rows[0]?.units ?? 0;
}
