import type { StaffMember } from '@tma/contracts';
import { type Handler, notFound, transaction } from '@tma/kit';
import type { z } from 'zod';
import type { Auth } from '../../credentials/context.ts';
import { logSecurityEvent } from '../../credentials/security-log.ts';
import { nameOf } from '../../person/profile.ts';
import { byName } from '../publish-administrator.ts';
import { lastSeen } from '../seen.ts';
import { changeMember } from './change-member.ts';
import { findMembers, type Member } from './members.store.ts';

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
    const changes = await transaction(auth.pool, (tx) => changeMember(auth, tx, { caller, id, ...body }));
    for (const change of changes) logSecurityEvent(request.log, change, { admin: id, by: caller.id });
    const member = (await findMembers(auth.pool, caller.tehsil)).find((one) => one.id === id);
    if (!member) throw notFound();
    return seenMember(member, await lastSeen(auth, caller.tehsil), caller.id);
  };

/** One of the people of an office as heads see them. @param seen when they were here, by their id @param you the id of who asks */
function seenMember(member: Member, seen: ReadonlyMap<string, Date>, you: string): z.infer<typeof StaffMember> {
  const { id, email, role, disabled, secondFactor } = member;
  const state = disabled ? 'disabled' : 'active';
  const lastSeen = seen.get(id)?.toISOString() ?? null;
  return { id, name: nameOf(member), email, role, state, lastSeen, secondFactor, you: id === you };
}
