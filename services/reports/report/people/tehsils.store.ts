import { type Db, named } from '@tma/kit';

/** Whether something here is of a tehsil of this name: a report or an administrator. */
export async function isTehsilHere(db: Db, name: string): Promise<boolean> {
  const { rows } = await db.query<{ known: boolean }>(
    named(`select exists (select from report_counts where tehsil = $1)
       or exists (select from administrators where tehsil = $1) as known`),
    [name],
  );
  return rows[0]?.known ?? false;
}
