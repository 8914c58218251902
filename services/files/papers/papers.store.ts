import { type Db, named } from '@tma/kit';

/** Who may read a document, and what its bytes are known by. */
export interface Paper {
  id: string;
  sha256: string;
  owner_id: string | null;
  tehsil: string;
  /** The report's; null until its event was handled. */
  reference: string | null;
}

/** The document of a report, if it has one. */
export async function findPaper(db: Db, reportId: string): Promise<Paper | null> {
  const { rows } = await db.query<Paper>(
    named(
      `select id, sha256, owner_id, tehsil, reference from uploads where report_id = $1 and kind = 'document' order by id limit 1`,
    ),
    [reportId],
  );
  return rows[0] ?? null;
}
