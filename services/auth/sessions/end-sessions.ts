import type { Tx } from '@tma/kit';
import type { Auth } from '../context.ts';
import { deleteSessions, type SessionChoice } from '../stores/sessions.store.ts';

/**
 * Ends sessions of a resident for good, in the caller's transaction: neither their refresh tokens nor their access tokens
 * count any more. @param more sessions that end though they may have no row any more
 */
export async function endSessionsOf(
  { ended }: Pick<Auth, 'ended'>,
  tx: Tx,
  userId: string,
  choice: SessionChoice = {},
  more: readonly string[] = [],
): Promise<void> {
  const sessions = new Set([...more, ...(await deleteSessions(tx, userId, choice))]);
  await ended.end(tx, userId, [...sessions]);
}
