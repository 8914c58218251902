import type { Role } from '@tma/contracts';
import { appendEvent, type Parts, type Tx } from '@tma/kit';
import { nameOf } from '../person/profile.ts';
import { type Admin, findAdminsOf, setAdminRole } from './admins.store.ts';

/** Whom a mail to an administrator is for. */
export const addresseeOf = (admin: Admin) => {
  const { id, email, language } = admin;
  return { id, name: nameOf(admin), email, language };
};

/** An administrator as other services know them. */
export const publicAdministrator = (admin: Admin) => {
  const { id, email, tehsil, language, role, version } = admin;
  return { id, name: nameOf(admin), email, tehsil, language, role, version };
};

const { compare } = new Intl.Collator('en');

/** For `sort`: administrators by name. */
export const byName = (a: { id: string; name: string }, b: { id: string; name: string }) =>
  compare(a.name, b.name) || compare(a.id, b.id);

/** Publishes an administrator in the transaction that saves them: who closed a report, and their address. */
export const publishAdministrator = (tx: Tx, admin: Admin): Promise<void> =>
  appendEvent(tx, 'AdministratorSaved', admin.id, {
    ...publicAdministrator(admin),
    ...(admin.disabled && { disabled: true }),
  });

/** Publishes a new administrator in the transaction that saves them, and has every other active head of the office notified. */
export async function publishNewAdministrator(tx: Tx, admin: Admin): Promise<void> {
  await publishAdministrator(tx, admin);
  const { id, tehsil } = admin;
  const heads = (await findAdminsOf(tx, tehsil)).filter((other) => other.role === 'head' && other.id !== id);
  if (heads.length === 0) return;
  await appendEvent(tx, 'AdministratorRegistered', id, { id, name: nameOf(admin), tehsil, to: heads.map(addresseeOf) });
}

/** Gives an administrator another role, in the caller's transaction: it counts everywhere from the next call on, whatever tokens say. */
export async function changeRole({ ended }: Pick<Parts, 'ended'>, tx: Tx, { id }: Admin, role: Role): Promise<Admin> {
  const admin = await setAdminRole(tx, id, role);
  await publishAdministrator(tx, admin);
  await ended.giveRole(tx, { id, role, version: admin.version });
  return admin;
}
