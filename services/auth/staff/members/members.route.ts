import type { Role, StaffMember } from '@tma/contracts';
import { type Handler, HttpError, notFound, type Tx, tokenError, transaction } from '@tma/kit';
import type { z } from 'zod';
import type { Auth } from '../../credentials/context.ts';
import { logSecurityEvent, type SecurityEvent } from '../../credentials/security-log/security-log.ts';
import { nameOf } from '../../person/profile.ts';
import { deleteAdminSessions } from '../admin-sessions.store.ts';
import { type Admin, lockAdminOf, lockTehsil, setAdminDisabled } from '../admins.store.ts';
import { noteAbout } from '../note-about.ts';
import { byName, changeRole, publishAdministrator } from '../publish-administrator.ts';
import { keepSeen, lastSeen } from '../seen.ts';
import { findMembers, hasOtherHead, type Member } from './members.store.ts';

/** The people of the caller's office by name, also those who are disabled. */
export const listStaff =
  (auth: Pick<Auth, 'pool' | 'seen'>): Handler<'listStaff'> =>
  async ({ caller: { id, tehsil } }) => {
    const [members, seen] = await Promise.all([findMembers(auth.pool, tehsil), lastSeen(auth, tehsil)]);
    return members.map((member) => seenMember(member, seen, id)).sort(byName);
  };

/** Gives one of the caller's office another role, or disables or enables their account. Throws 404 for anybody else. */
export const changeStaff =
  (auth: Pick<Auth, 'pool' | 'seen' | 'ended' | 'limits'>): Handler<'changeStaff'> =>
  async ({ caller, params, body }, request) => {
    const id = params.id.toLowerCase();
    await auth.limits.staffChanges.count(caller.id);
    // Until their sessions end, these say when they were here last.
    if (body.disabled) await keepSeen(auth, caller.tehsil);
    const changes = await transaction(auth.pool, (tx) => changeMember(auth, tx, caller, id, body));
    for (const change of changes) logSecurityEvent(request.log, change, { admin: id, by: caller.id });
    const member = (await findMembers(auth.pool, caller.tehsil)).find((one) => one.id === id);
    if (!member) throw notFound();
    return seenMember(member, await lastSeen(auth, caller.tehsil), caller.id);
  };

/** One of the people of an office as heads see them. @param seen when they were here, by their id @param you the id of who asks */
function seenMember(member: Member, seen: ReadonlyMap<string, Date>, you: string): z.infer<typeof StaffMember> {
  const { id, email, role, disabled, secondFactor } = member;
  const state = disabled ? 'disabled' : 'active';
  const at = seen.get(id)?.toISOString() ?? null;
  return { id, name: nameOf(member), email, role, state, lastSeen: at, secondFactor, you: id === you };
}

const isHead = ({ role, disabled }: Pick<Admin, 'role' | 'disabled'>) => role === 'head' && !disabled;

/**
 * Changes one of the people of an office. Changes of an office wait for each other, so that two heads who take each other's role
 * leave one of them. @returns what was changed; of who is so already, nothing
 * Throws 404 for anybody of another office, 409 `last_head` when no active head would be left, 403 for who is no head any more.
 */
async function changeMember(
  auth: Pick<Auth, 'ended'>,
  tx: Tx,
  caller: { id: string; tehsil: string },
  id: string,
  { role, disabled }: { role?: Role | undefined; disabled?: boolean | undefined },
): Promise<SecurityEvent[]> {
  await lockTehsil(tx, caller.tehsil);
  const admin = await lockAdminOf(tx, caller.tehsil, id);
  if (!admin) throw notFound();
  const after = { role: role ?? admin.role, disabled: disabled ?? admin.disabled };
  if (isHead(admin) && !isHead(after) && !(await hasOtherHead(tx, caller.tehsil, id))) {
    throw new HttpError(409, 'last_head', 'The office needs a head. Make somebody else head first.');
  }
  const by = caller.id === id ? admin : await lockAdminOf(tx, caller.tehsil, caller.id);
  if (!by || !isHead(by)) throw tokenError('problem', 'role');
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
