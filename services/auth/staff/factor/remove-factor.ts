import { appendEvent, type Tx } from '@tma/kit';
import type { Admin } from '../admins.store.ts';
import { noteAbout } from '../note-about.ts';
import { addresseeOf } from '../publish-administrator.ts';
import { deleteFactor } from './factor.store.ts';

/**
 * Removes an administrator's second factor with its recovery codes, in the caller's transaction. Who had an active one is notified.
 * @param by the id of who does it, null for an operator
 * @returns whether there was an active one
 */
export async function removeFactorOf(tx: Tx, admin: Admin, by: string | null): Promise<boolean> {
  if (!(await deleteFactor(tx, admin.id))) return false;
  await noteAbout(tx, admin, 'factor-removed', { by });
  await appendEvent(tx, 'SecondFactorRemoved', admin.id, addresseeOf(admin));
  return true;
}
