import { type Db, onlyValue } from '@tma/kit';

/** Whether something here is of a tehsil of this name: a report or an administrator. */
export const isTehsilHere = (db: Db, name: string): Promise<boolean> =>
  onlyValue(
    db,
    `select exists (select from report_counts where tehsil = $1)
       or exists (select from administrators where tehsil = $1)`,
    [name],
  );
