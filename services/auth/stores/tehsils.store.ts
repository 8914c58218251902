import { foldName } from '@tma/contracts';
import type { Db } from '@tma/kit';

export async function listTehsils(db: Db): Promise<{ tehsil: string }[]> {
  const { rows } = await db.query<{ tehsil: string }>('select tehsil from tehsils order by folded collate "C"');
  return rows;
}

/** The name as it is kept of a tehsil however spaced and cased, or null when there is none. */
export async function findTehsil(db: Db, name: string): Promise<string | null> {
  const { rows } = await db.query<{ tehsil: string }>('select tehsil from tehsils where folded = $1', [foldName(name)]);
  return rows[0]?.tehsil ?? null;
}

/** Adds a tehsil; false when there is one of this name already. */
export async function insertTehsil(db: Db, name: string): Promise<boolean> {
  const { rowCount } = await db.query('insert into tehsils (tehsil, folded) values ($1, $2) on conflict do nothing', [
    name,
    foldName(name),
  ]);
  return rowCount === 1;
}
