import { fullName } from '@tma/contracts';
import { appendEvent, type Tx } from '@tma/kit';
import type { Admin } from '../admins.store.ts';
import { noteAbout } from '../note-about.ts';
import { deleteFactor } from './factor.store.ts';

/**
 * Removes an administrator's second factor with its recovery codes, in the caller's transaction. Who had an active one is notified.
 * @param by the id of who does it, null for an operator
 * @returns whether there was an active one
 */
export async function removeFactorOf(tx: Tx, admin: Admin, by: string | null): Promise<boolean> {
  const { id, email, language, first_name, last_name } = admin;
  if (!(await deleteFactor(tx, id))) return false;
  await noteAbout(tx, admin, 'factor-removed', { by });
  const to = { id, email, language, name: fullName(first_name, last_name) };
  await appendEvent(tx, 'SecondFactorRemoved', id, to);
  return true;
}
