import { appendEvent, inBatches, type Pool, transaction } from '@tma/kit';
import { deleteUnconfirmedUsers } from './accounts.store.ts';

/** How many are removed in one transaction. */
const batch = 100;

/** Removes accounts that nobody confirmed in time. The other services, which know their profiles, erase them too. */
export async function removeUnconfirmed(pool: Pool): Promise<void> {
  await inBatches(batch, (limit) =>
    transaction(pool, async (tx) => {
      const ids = await deleteUnconfirmedUsers(tx, limit);
      for (const id of ids) await appendEvent(tx, 'AccountDeleted', id, { id });
      return ids.length;
    }),
  );
}
