import { foldName, jurisdictionOf } from '@tma/contracts';
import type { Db, Tx } from '@tma/kit';

/** All tehsils by name. */
export async function findTehsils(db: Db): Promise<{ tehsil: string }[]> {
  const { rows } = await db.query<{ tehsil: string }>('select tehsil from tehsils order by folded collate "C"');
  return rows;
}

/** @param name in any spacing and case @returns the name as it is stored, or null when there is no such tehsil */
export async function findTehsil(db: Db, name: string): Promise<string | null> {
  const { rows } = await db.query<{ tehsil: string }>('select tehsil from tehsils where folded = $1', [foldName(name)]);
  return rows[0]?.tehsil ?? null;
}

/** Any number; with it one tehsil at a time is added. */
const addingLock = 7_610_311;

/** @returns false when there is a tehsil already that is called so, here or by other systems */
export async function insertTehsil(tx: Tx, name: string): Promise<boolean> {
  await tx.query('select pg_advisory_xact_lock($1)', [addingLock]);
  const { rowCount } = await tx.query(
    `insert into tehsils (tehsil, folded) select $1, $2
     where not exists (select from tehsils where replace(folded, ' ', '-') = $3) on conflict do nothing`,
    [name, foldName(name), jurisdictionOf(name)],
  );
  return rowCount === 1;
}
