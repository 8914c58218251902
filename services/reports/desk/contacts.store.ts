/** Contact numbers, and which administrator looked up whose number on which day. */
import { anyRow, type Db, firstRow, firstValue, type Tx } from '@tma/kit';

/** The contact number of a person with a report in the tehsil; null for anyone else. */
export const contactNumberIn = (db: Db, tehsil: string, userId: string): Promise<string | null> =>
  firstValue(
    db,
    `select contact_number from people
     where id = $2 and exists (select from reports where user_id = $2 and tehsil = $1)`,
    [tehsil, userId],
  );

interface ContactOfReport {
  user_id: string | null;
  tehsil: string;
  assignee: string | null;
  reference: string;
  /** Null where none is known. */
  contactNumber: string | null;
}

/** The reporter of a report, with their contact number; null when there is no such report. */
export const contactOfReport = (db: Db, reportId: string): Promise<ContactOfReport | null> =>
  firstRow(
    db,
    `select user_id, reports.tehsil, assignee, reference, coalesce(reporter_contact, contact_number) as "contactNumber"
     from reports left join people on people.id = user_id where reports.id = $1`,
    [reportId],
  );

/** A look-up: whose number was read, and by whom. */
interface ContactRead {
  adminId: string;
  /** The id of the person, or of a report of somebody without an account. */
  ofId: string;
  /** `YYYY-MM-DD` */
  day: string;
}

/** @returns false when it is the same administrator's on the same day again */
export const insertContactRead = (tx: Tx, { adminId, ofId, day }: ContactRead): Promise<boolean> =>
  anyRow(tx, 'insert into contact_reads (admin_id, of_id, day) values ($1, $2, $3) on conflict do nothing', [
    adminId,
    ofId,
    day,
  ]);

/** Deletes look-ups before a day, `YYYY-MM-DD`. */
export const deleteContactReads = (db: Db, day: string) => db.query('delete from contact_reads where day < $1', [day]);
