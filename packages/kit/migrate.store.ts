import type pg from 'pg';

/** Waits for the lock. It is held until the connection ends. */
export const lockMigrations = (client: pg.Client, lock: number) => client.query('select pg_advisory_lock($1)', [lock]);

/** @param table where the runner notes the numbered files that ran */
export async function countNumberedFiles(client: pg.Client, table: string): Promise<number> {
  const { rows } = await client.query<{ count: number }>(`select count(*)::int as count from ${table}`);
  return rows[0]?.count ?? 0;
}

/** @param ms how long a statement of the transaction waits for a lock before it fails */
export const beginWithLockTimeout = (client: pg.Client, ms: number) =>
  client.query(`begin; set local lock_timeout = ${ms}`);

/** The hash of each file of functions when it was last run. */
export async function functionFilesThatRan(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; sha256: string }>('select name, sha256 from function_files');
  return new Map(rows.map(({ name, sha256 }) => [name, sha256]));
}

export const noteFunctionFile = (
  client: pg.Client,
  { name, sha256, text }: { name: string; sha256: string; text: string },
) =>
  client.query(
    `insert into function_files (name, sha256, text) values ($1, $2, $3)
     on conflict (name) do update set sha256 = excluded.sha256, text = excluded.text`,
    [name, sha256, text],
  );

/** Deletes the notes of all other files. */
export const keepFunctionFiles = (client: pg.Client, names: readonly string[]) =>
  client.query('delete from function_files where name <> all($1)', [names]);

/** The texts of the files that ran, in the order in which they are run. */
export async function functionTexts(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ text: string }>('select text from function_files order by name');
  return rows.map(({ text }) => text);
}
