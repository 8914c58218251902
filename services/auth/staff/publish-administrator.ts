import { fullName, type Role } from '@tma/contracts';
import { appendEvent, type Parts, type Tx } from '@tma/kit';
import { type Admin, findAdminsOf, setAdminRole } from './admins.store.ts';

/** An administrator as other services know them. */
export const publicAdministrator = ({ id, first_name, last_name, email, tehsil, language, role, version }: Admin) => ({
  id,
  name: fullName(first_name, last_name),
  email,
  tehsil,
  language,
  role,
  version,
});

/** Publishes an administrator in the transaction that saves them: who closed a report, and their address. */
export const publishAdministrator = (tx: Tx, admin: Admin): Promise<void> =>
  appendEvent(tx, 'AdministratorSaved', admin.id, {
    ...publicAdministrator(admin),
    ...(admin.disabled && { disabled: true }),
  });

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

/** Gives an administrator another role, in the caller's transaction: it counts everywhere from the next call on, whatever tokens say. */
export async function changeRole({ ended }: Pick<Parts, 'ended'>, tx: Tx, { id }: Admin, role: Role): Promise<Admin> {
  const admin = await setAdminRole(tx, id, role);
  await publishAdministrator(tx, admin);
  await ended.giveRole(tx, { id, role, version: admin.version });
  return admin;
}
