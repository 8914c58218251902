import type { Db } from '@tma/kit';

interface SeenSession {
  id: string;
  adminId: string;
  startedAt: Date;
}

/** The sessions of administrators, of one tehsil where it is given. */
export async function findAdminSessions(db: Db, tehsil?: string): Promise<SeenSession[]> {
  const { rows } = await db.query<SeenSession>(
    `select id, admin_id as "adminId", created_at as "startedAt" from admin_sessions
     where $1::text is null or admin_id in (select id from admins where tehsil = $1)`,
    [tehsil ?? null],
  );
  return rows;
}

/** An administrator is here now. */
export async function markSeen(db: Db, adminId: string): Promise<void> {
  await db.query('update admins set seen_at = now() where id = $1', [adminId]);
}

/** Keeps when administrators were seen, by their id; an older time changes nothing. Who is being changed is left for the next time. */
export async function saveSeen(db: Db, seen: ReadonlyMap<string, Date>): Promise<void> {
  await db.query(
    `with free as (select id from admins where id = any($1::uuid[]) for no key update skip locked)
     update admins set seen_at = greatest(seen_at, at)
     from free join unnest($1::uuid[], $2::timestamptz[]) as seen (id, at) using (id) where admins.id = free.id`,
    [[...seen.keys()], [...seen.values()]],
  );
}

/** When the administrators of a tehsil were seen, by their id, as far as it was kept. */
export async function findKeptSeen(db: Db, tehsil: string): Promise<Map<string, Date>> {
  const { rows } = await db.query<{ id: string; at: Date }>(
    'select id, seen_at as at from admins where tehsil = $1 and seen_at is not null',
    [tehsil],
  );
  return new Map(rows.map(({ id, at }) => [id, at]));
}
