/** The table `api_keys`. */
import { type Db, named, type Tx } from '@tma/kit';

/** A key as it is kept. */
export interface Key {
  id: string;
  tehsil: string;
  name: string;
  mayOmitMedia: boolean;
  perDay: number;
}

const columns = 'id, tehsil, name, may_omit_media as "mayOmitMedia", per_day as "perDay"';

/** @param hash the SHA-256 of the key itself */
export async function insertKey(tx: Tx, { id, tehsil, name, mayOmitMedia, perDay }: Key, hash: Buffer): Promise<void> {
  await tx.query(
    'insert into api_keys (id, tehsil, name, hash, may_omit_media, per_day) values ($1, $2, $3, $4, $5, $6)',
    [id, tehsil, name, hash, mayOmitMedia, perDay],
  );
}

export async function findKey(db: Db, hash: Buffer): Promise<Key | null> {
  const { rows } = await db.query<Key>(named(`select ${columns} from api_keys where hash = $1`), [hash]);
  return rows[0] ?? null;
}

export async function listKeys(db: Db, tehsil: string): Promise<Omit<Key, 'tehsil'>[]> {
  const { rows } = await db.query<Key>(`select ${columns} from api_keys where tehsil = $1 order by name, id`, [tehsil]);
  return rows.map(({ tehsil: _tehsil, ...key }) => key);
}

/** @returns the name of the key that was deleted; null when the tehsil has none of this id */
export async function deleteKey(tx: Tx, id: string, tehsil: string): Promise<string | null> {
  const { rows } = await tx.query<{ name: string }>(
    'delete from api_keys where id = $1 and tehsil = $2 returning name',
    [id, tehsil],
  );
  return rows[0]?.name ?? null;
}

/**
 * Counts one more report of a key today. @returns the day; null, and counts none, where it has brought as many as it may
 * @param zone in which days end
 */
export async function takeOne(db: Db, id: string, zone: string): Promise<string | null> {
  const { rows } = await db.query<{ day: string }>(
    named(`update api_keys set day = today, taken = case when day = today then taken else 0 end + 1
     from (select (now() at time zone $2)::date as today) as clock
     where id = $1 and (day is distinct from today or taken < per_day)
     returning day::text as day`),
    [id, zone],
  );
  return rows[0]?.day ?? null;
}

/** Takes back what `takeOne` counted. */
export async function giveBack(db: Db, id: string, day: string): Promise<void> {
  await db.query(named('update api_keys set taken = taken - 1 where id = $1 and day = $2 and taken > 0'), [id, day]);
}

/** In milliseconds: how long today lasts. */
export async function untilTomorrow(db: Db, zone: string): Promise<number> {
  const { rows } = await db.query<{ ms: number }>(
    named(`select extract(epoch from ((now() at time zone $1)::date + 1)::timestamp at time zone $1 - now())::float8
     * 1000 as ms`),
    [zone],
  );
  return rows[0]?.ms ?? 0;
}
