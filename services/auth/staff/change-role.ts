import type { Role } from '@tma/contracts';
import type { Parts, Tx } from '@tma/kit';
import { type Admin, setAdminRole } from './admins.store.ts';
import { publishAdministrator } from './publish-administrator.ts';

/** Gives an administrator another role, in the caller's transaction: it counts everywhere from the next call on, whatever tokens say. */
export async function changeRole({ ended }: Pick<Parts, 'ended'>, tx: Tx, { id }: Admin, role: Role): Promise<Admin> {
  const admin = await setAdminRole(tx, id, role);
  await publishAdministrator(tx, admin);
  await ended.giveRole(tx, { id, role, version: admin.version });
  return admin;
}
