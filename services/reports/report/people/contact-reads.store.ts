import { anyRow, type Db, type Tx } from '@tma/kit';

/** Whose number was read, by whom. */
interface ContactRead {
  adminId: string;
  /** The id of the person, or of a report of somebody without an account. */
  ofId: string;
  /** `YYYY-MM-DD` */
  day: string;
}

/** @returns false when it is the same administrator's on the same day again */
export const insertContactRead = (tx: Tx, { adminId, ofId, day }: ContactRead): Promise<boolean> =>
  anyRow(
    tx,
    'insert into contact_reads (admin_id, of_id, day) values ($1, $2, $3) on conflict do nothing',
    [adminId, ofId, day],
  );

/** The same without writing. */
export const isContactRead = (db: Db, { adminId, ofId, day }: ContactRead): Promise<boolean> =>
  anyRow(db, 'select from contact_reads where admin_id = $1 and of_id = $2 and day = $3', [adminId, ofId, day]);

/** Forgets the days before one, `YYYY-MM-DD`. */
export const deleteContactReads = (db: Db, day: string) => db.query('delete from contact_reads where day < $1', [day]);
