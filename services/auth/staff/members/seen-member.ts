import { fullName, type StaffMember } from '@tma/contracts';
import type { z } from 'zod';
import type { Member } from './members.store.ts';

/** One of the people of an office as heads see them. @param seen when they were here, by their id @param you the id of who asks */
export const seenMember = (
  { id, email, first_name, last_name, role, disabled, secondFactor }: Member,
  seen: ReadonlyMap<string, Date>,
  you: string,
): z.infer<typeof StaffMember> => ({
  id,
  name: fullName(first_name, last_name),
  email,
  role,
  state: disabled ? 'disabled' : 'active',
  lastSeen: seen.get(id)?.toISOString() ?? null,
  secondFactor,
  you: id === you,
});
