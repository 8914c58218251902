import type { ErrorForm } from '@tma/contracts';
import { type Tx, tokenError } from '@tma/kit';
import { lockUserBySession, type UserRow } from './users.store.ts';

/** The account of a session that is still there, locked until the transaction ends. Throws that the session has ended, in this form. */
export async function requireSession(tx: Tx, sessionId: string, form: ErrorForm = 'problem'): Promise<UserRow> {
  const user = await lockUserBySession(tx, sessionId);
  if (!user) throw tokenError(form, 'ended');
  return user;
}
