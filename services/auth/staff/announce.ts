import { fullName } from '@tma/contracts';
import { appendEvent, type Tx } from '@tma/kit';
import { type Admin, findAdminsOf } from './admins.store.ts';
import { publishAdministrator } from './publish-administrator.ts';

/** Publishes a new administrator in the transaction that saves them, and has every other active head of the office notified. */
export async function announceAdministrator(tx: Tx, admin: Admin): Promise<void> {
  await publishAdministrator(tx, admin);
  const { id, tehsil } = admin;
  const heads = (await findAdminsOf(tx, tehsil)).filter((other) => other.role === 'head' && other.id !== id);
  if (heads.length === 0) return;
  const to = heads.map(({ id, first_name, last_name, email, language }) => {
    return { id, name: fullName(first_name, last_name), email, language };
  });
  const name = fullName(admin.first_name, admin.last_name);
  await appendEvent(tx, 'AdministratorRegistered', id, { id, name, tehsil, to });
}
