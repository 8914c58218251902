import { allRows, type Db, execute } from '@tma/kit';

interface SeenSession {
  id: string;
  adminId: string;
  startedAt: Date;
}

/** The sessions of administrators, of one tehsil where it is given. */
export const findAdminSessions = (db: Db, tehsil?: string) =>
  allRows<SeenSession>(
    db,
    `select id, admin_id as "adminId", created_at as "startedAt" from admin_sessions
     where $1::text is null or admin_id in (select id from admins where tehsil = $1)`,
    [tehsil ?? null],
  );

/** An administrator is here now. */
export const markSeen = (db: Db, adminId: string) =>
  execute(db, 'update admins set seen_at = now() where id = $1', [adminId]);

/** Keeps when administrators were seen, by their id; an older time changes nothing. Who is being changed is left for the next time. */
export const saveSeen = (db: Db, seen: ReadonlyMap<string, Date>) =>
  execute(
    db,
    `with free as (select id from admins where id = any($1::uuid[]) for no key update skip locked)
     update admins set seen_at = greatest(seen_at, at)
     from free join unnest($1::uuid[], $2::timestamptz[]) as seen (id, at) using (id) where admins.id = free.id`,
    [[...seen.keys()], [...seen.values()]],
  );

/** When the administrators of a tehsil were seen, by their id, as far as it was kept. */
export async function findKeptSeen(db: Db, tehsil: string): Promise<Map<string, Date>> {
  const { rows } = await db.query<{ id: string; at: Date }>(
    'select id, seen_at as at from admins where tehsil = $1 and seen_at is not null',
    [tehsil],
  );
  return new Map(rows.map(({ id, at }) => [id, at]));
}
