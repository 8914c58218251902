import type { Role } from '@tma/contracts';
import { HttpError, notFound, type Tx } from '@tma/kit';
import type { Auth } from '../../credentials/context.ts';
import type { SecurityEvent } from '../../credentials/security-log.ts';
import { deleteAdminSessions } from '../admin-sessions.store.ts';
import { type Admin, lockAdminOf, lockTehsil, setAdminDisabled } from '../admins.store.ts';
import { noteAbout } from '../note-about.ts';
import { changeRole, publishAdministrator } from '../publish-administrator.ts';
import { hasOtherHead } from './members.store.ts';

interface Change {
  caller: { id: string; tehsil: string };
  /** Of whom it is about. */
  id: string;
  role?: Role | undefined;
  disabled?: boolean | undefined;
}

const isHead = ({ role, disabled }: Pick<Admin, 'role' | 'disabled'>) => role === 'head' && !disabled;

/**
 * Changes one of the people of an office. Changes of an office wait for each other, so that two heads who take each other's role
 * leave one of them. @returns what was changed; of who is so already, nothing
 * Throws 404 for anybody of another office, 409 `last_head` when no active head would be left, 403 for who is no head any more.
 */
export async function changeMember(
  auth: Pick<Auth, 'ended'>,
  tx: Tx,
  { caller, id, role, disabled }: Change,
): Promise<SecurityEvent[]> {
  await lockTehsil(tx, caller.tehsil);
  const admin = await lockAdminOf(tx, caller.tehsil, id);
  if (!admin) throw notFound();
  const after = { role: role ?? admin.role, disabled: disabled ?? admin.disabled };
  if (isHead(admin) && !isHead(after) && !(await hasOtherHead(tx, caller.tehsil, id))) {
    throw new HttpError(409, 'last_head', 'The office needs a head. Make somebody else head first.');
  }
  const by = caller.id === id ? admin : await lockAdminOf(tx, caller.tehsil, caller.id);
  if (!by || !isHead(by)) throw new HttpError(403, 'not_your_role', 'Your role may not do that.');
  const done: SecurityEvent[] = [];
  if (after.role !== admin.role) {
    await changeRole(auth, tx, admin, after.role);
    await noteAbout(tx, admin, 'role-changed', { by: caller.id, detail: after.role });
    done.push('admin role changed');
  }
  if (after.disabled !== admin.disabled) {
    await publishAdministrator(tx, await setAdminDisabled(tx, id, after.disabled));
    if (after.disabled) await auth.ended.end(tx, id, await deleteAdminSessions(tx, id));
    await noteAbout(tx, admin, after.disabled ? 'disabled' : 'enabled', { by: caller.id });
    done.push(after.disabled ? 'admin disabled' : 'admin enabled');
  }
  return done;
}
