import { foldName, jurisdictionOf } from '@tma/contracts';
import { allRows, anyRow, type Db, execute, firstValue, type Tx } from '@tma/kit';

/** All tehsils by name. */
export const findTehsils = (db: Db) =>
  allRows<{ tehsil: string }>(db, 'select tehsil from tehsils order by folded collate "C"');

/** @param name in any spacing and case @returns the name as it is stored, or null when there is no such tehsil */
export const findTehsil = (db: Db, name: string) =>
  firstValue<string>(db, 'select tehsil from tehsils where folded = $1', [foldName(name)]);

/** Any number; with it one tehsil at a time is added. */
const addingLock = 7_610_311;

/** @returns false when there is a tehsil already that is called so, here or by other systems */
export async function insertTehsil(tx: Tx, name: string): Promise<boolean> {
  await execute(tx, 'select pg_advisory_xact_lock($1)', [addingLock]);
  return anyRow(
    tx,
    `insert into tehsils (tehsil, folded) select $1, $2
     where not exists (select from tehsils where replace(folded, ' ', '-') = $3) on conflict do nothing`,
    [name, foldName(name), jurisdictionOf(name)],
  );
}
