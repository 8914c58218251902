/** The words of places of problems that came in lately (functions/places.sql keeps which are open). */
import { problemNames } from '@tma/contracts';
import { allRows, type Db, execute, type Tx } from '@tma/kit';

/** How far back what is open is looked through. */
export const placesKept = '12 weeks';

interface Place {
  reportId: string;
  tehsil: string;
  issue: string;
  /** As `placeWords` makes them. */
  words: string;
  createdAt: Date;
}

/** Inserts the words of a new report's place; the report follows in the same transaction. */
export const insertPlace = (tx: Tx, { reportId, tehsil, issue, words, createdAt }: Place): Promise<void> =>
  execute(tx, 'insert into report_places (report_id, tehsil, issue, words, created_at) values ($1, $2, $3, $4, $5)', [
    reportId,
    tehsil,
    issue,
    words,
    createdAt,
  ]);

/** Reports that came in lately and have no words of their place yet, the oldest first. @param after only those that come after this one */
export const reportsWithoutPlace = (
  db: Db,
  after: string,
  count: number,
): Promise<{ id: string; location: string }[]> =>
  allRows(
    db,
    `select id, location from reports
     where id > $1 and issue = any($2) and created_at > now() - interval '${placesKept}'
       and not exists (select from report_places where report_id = reports.id)
     order by id limit $3`,
    [after, problemNames, count],
  );

export const insertPlacesOf = (db: Db, ids: readonly string[], words: readonly string[]): Promise<void> =>
  execute(
    db,
    `insert into report_places (report_id, tehsil, issue, words, is_open, created_at)
     select id, tehsil, issue, made.words, phase = 'open', created_at
     from unnest($1::uuid[], $2::text[]) as made (report_id, words) join reports on id = report_id
     order by id for no key update of reports
     on conflict do nothing`,
    [ids, words],
  );

/** Forgets what came in too long ago. */
export const deleteOldPlaces = (db: Db) =>
  db.query(`delete from report_places where created_at < now() - interval '${placesKept}'`);
