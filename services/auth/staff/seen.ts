import type { Parts } from '@tma/kit';
import { findAdminSessions, findKeptSeen, saveSeen } from './seen.store.ts';

type SeenParts = Pick<Parts, 'pool' | 'seen'>;

/** When the administrators of a tehsil last called, to the minute, by their id. Those who never signed in are not in it. */
export async function lastSeen(parts: SeenParts, tehsil: string): Promise<Map<string, Date>> {
  const seen = await findKeptSeen(parts.pool, tehsil);
  await addSessions(parts, seen, tehsil);
  return seen;
}

/** Keeps when administrators, of one tehsil where it is given, were seen, before their sessions are deleted. */
export async function keepSeen(parts: SeenParts, tehsil?: string): Promise<void> {
  const seen = new Map<string, Date>();
  await addSessions(parts, seen, tehsil);
  await saveSeen(parts.pool, seen);
}

async function addSessions({ pool, seen }: SeenParts, latest: Map<string, Date>, tehsil?: string) {
  const sessions = await findAdminSessions(pool, tehsil);
  const called = await seen.read(sessions.map(({ id }) => id));
  for (const { id, adminId, startedAt } of sessions) {
    const at = called.get(id) ?? startedAt;
    const before = latest.get(adminId);
    if (!before || at > before) latest.set(adminId, at);
  }
}
