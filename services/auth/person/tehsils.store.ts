import { foldName } from '@tma/contracts';
import type { Db } from '@tma/kit';

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

/** @returns false when there is a tehsil of this name already */
export async function insertTehsil(db: Db, name: string): Promise<boolean> {
  const { rowCount } = await db.query('insert into tehsils (tehsil, folded) values ($1, $2) on conflict do nothing', [
    name,
    foldName(name),
  ]);
  return rowCount === 1;
}
