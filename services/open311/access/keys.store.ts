/** The table `api_keys`. Of a key itself only the hash is stored. */
import { createHash } from 'node:crypto';
import { allRows, type Db, execute, firstRow, firstValue, onlyValue, type Tx } from '@tma/kit';

/** A stored key. */
export interface Key {
  id: string;
  tehsil: string;
  name: string;
  mayOmitMedia: boolean;
  perDay: number;
}

const columns = 'id, name, may_omit_media as "mayOmitMedia", per_day as "perDay"';

const hashOf = (secret: string) => createHash('sha256').update(secret).digest();

/** @param secret the key itself */
export const insertKey = (tx: Tx, { id, tehsil, name, mayOmitMedia, perDay }: Key, secret: string) =>
  execute(
    tx,
    'insert into api_keys (id, tehsil, name, hash, may_omit_media, per_day) values ($1, $2, $3, $4, $5, $6)',
    [id, tehsil, name, hashOf(secret), mayOmitMedia, perDay],
  );

export const findKey = (db: Db, secret: string) =>
  firstRow<Key>(db, `select tehsil, ${columns} from api_keys where hash = $1`, [hashOf(secret)]);

export const listKeys = (db: Db, tehsil: string) =>
  allRows<Omit<Key, 'tehsil'>>(db, `select ${columns} from api_keys where tehsil = $1 order by name, id`, [tehsil]);

/** @returns the name of the key that was deleted; null when the tehsil has none of this id */
export const deleteKey = (tx: Tx, id: string, tehsil: string) =>
  firstValue<string>(tx, 'delete from api_keys where id = $1 and tehsil = $2 returning name', [id, tehsil]);

/**
 * Counts one more report of a key today. @returns the day; null, without counting, where the key's limit is used up
 * @param zone the time zone of days
 */
export const takeOne = (db: Db, id: string, zone: string) =>
  firstValue<string>(
    db,
    `update api_keys set day = today, taken = case when day = today then taken else 0 end + 1
     from (select (now() at time zone $2)::date as today) as clock
     where id = $1 and (day is distinct from today or taken < per_day)
     returning day::text as day`,
    [id, zone],
  );

/** Takes back what `takeOne` counted. */
export const giveBack = (db: Db, id: string, day: string) =>
  execute(db, 'update api_keys set taken = taken - 1 where id = $1 and day = $2 and taken > 0', [id, day]);

/** Milliseconds until today ends. */
export const untilTomorrow = (db: Db, zone: string) =>
  onlyValue<number>(
    db,
    `select extract(epoch from ((now() at time zone $1)::date + 1)::timestamp at time zone $1 - now())::float8
     * 1000 as ms`,
    [zone],
  );
