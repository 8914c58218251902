import { createHash } from 'node:crypto';
import pg from 'pg';
import type { Db } from './pool.ts';

export { connectDb, type Db, Pool } from './pool.ts';
export { afterCommit, type Tx, transaction } from './transaction.ts';

const statements = new Map<string, { name: string; text: string }>();

/**
 * A statement that each connection plans once and then knows by its name: half of the work of a small one is planning. For
 * texts that are always the same, since a connection keeps every text it was given. They list their columns: with `*` they
 * would fail once a migration adds one.
 */
export function named(text: string): { name: string; text: string } {
  const known = statements.get(text);
  if (known) return known;
  const statement = { name: createHash('sha1').update(text).digest('base64url'), text };
  statements.set(text, statement);
  return statement;
}

/** Whether a unique constraint of this name refused a row. */
export const violates = (error: unknown, constraint: string) =>
  error instanceof pg.DatabaseError && error.code === '23505' && error.constraint === constraint;

/** Throws when the database does not answer. */
export const pingDb = (db: Db) => db.query('select 1');
