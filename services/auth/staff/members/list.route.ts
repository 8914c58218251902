import type { Handler } from '@tma/kit';
import type { Auth } from '../../credentials/context.ts';
import { lastSeen } from '../seen.ts';
import { findMembers } from './members.store.ts';
import { seenMember } from './seen-member.ts';

const { compare } = new Intl.Collator('en');

/** The people of the caller's office by name, also those who are disabled. */
export const listStaff =
  (auth: Pick<Auth, 'pool' | 'seen'>): Handler<'listStaff'> =>
  async ({ caller: { id, tehsil } }) => {
    const [members, seen] = await Promise.all([findMembers(auth.pool, tehsil), lastSeen(auth, tehsil)]);
    return members
      .map((member) => seenMember(member, seen, id))
      .sort((a, b) => compare(a.name, b.name) || compare(a.id, b.id));
  };
