/** What a database must be able to hold. */
import { type Db, onlyRow } from '@tma/kit';

/**
 * Throws an error that says what to do where a database cannot hold what residents write. Its locale does not matter: the words that
 * reports are found by are made and compared by this service, character by character, and those of places, whose trigrams Postgres
 * compares, are ASCII.
 */
export async function requireUnicode(db: Db): Promise<void> {
  const { name, encoding } = await onlyRow<{ name: string; encoding: string }>(
    db,
    `select datname as name, pg_encoding_to_char(encoding) as encoding from pg_database where datname = current_database()`,
  );
  if (encoding === 'UTF8') return;
  throw new Error(
    `The database ${name} (DATABASE_URL) has the encoding ${encoding}, in which reports in Urdu can be neither kept nor found. ` +
      'Create one with "encoding UTF8 template template0", restore into it what this one holds, and start again.',
  );
}
