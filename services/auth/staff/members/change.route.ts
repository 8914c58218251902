import { type Handler, notFound, transaction } from '@tma/kit';
import type { Auth } from '../../credentials/context.ts';
import { logSecurityEvent } from '../../credentials/security-log.ts';
import { lastSeen } from '../seen.ts';
import { changeMember } from './change-member.ts';
import { findMembers } from './members.store.ts';
import { seenMember } from './seen-member.ts';

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
