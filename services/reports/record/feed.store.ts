import { allRows, type Db } from '@tma/kit';

/** A report that its reporter shows to everybody. */
export interface Shared {
  reference: string;
  issue: string;
  status: string;
  location: string;
  description: string;
  image: string | null;
  /** RFC 3339. */
  created_at: string;
  updated_at: string;
}

const most = 50;

/** The newest shared reports of a tehsil, the newest first. */
export const newestShared = (db: Db, tehsil: string): Promise<Shared[]> =>
  allRows(
    db,
    // The columns of the table are ordered by, as the index has them, not the texts of the same names.
    `select reference, issue, status, location, description, image, rfc3339(created_at) as created_at,
       rfc3339(updated_at) as updated_at
     from reports where tehsil = $1 and shared and not hidden order by reports.created_at desc, id desc limit ${most}`,
    [tehsil],
  );
