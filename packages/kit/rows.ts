/** Statements by what they return. */
import type pg from 'pg';
import { type Db, named } from './db.ts';

/** A text that is always the same, as each connection plans it once (`named`); or `{ text }`, which is planned each time. */
type Statement = string | { text: string };

/** Runs a statement that returns nothing. */
export async function execute(db: Db, text: string, values: unknown[] = []): Promise<void> {
  await db.query(named(text), values);
}

/** How many rows a statement wrote. It is planned each time, by its values, since its limit is one of them. */
export async function affectedRows(db: Db, text: string, values: unknown[]): Promise<number> {
  const { rowCount } = await db.query(text, values);
  return rowCount ?? 0;
}

/** Whether a statement found, or wrote, any row. */
export async function anyRow(db: Db, text: string, values: unknown[]): Promise<boolean> {
  const { rowCount } = await db.query(named(text), values);
  return (rowCount ?? 0) > 0;
}

export async function allRows<Row extends pg.QueryResultRow>(
  db: Db,
  statement: Statement,
  values: unknown[] = [],
): Promise<Row[]> {
  const { rows } = await db.query<Row>(typeof statement === 'string' ? named(statement) : statement, values);
  return rows;
}

/** The only column of all rows. */
export async function allValues<Value>(db: Db, statement: Statement, values: unknown[] = []): Promise<Value[]> {
  const rows = await allRows(db, statement, values);
  return rows.map((row) => Object.values(row)[0] as Value);
}

/** The first row; null where there is none. */
export async function firstRow<Row extends pg.QueryResultRow>(
  db: Db,
  statement: Statement,
  values: unknown[] = [],
): Promise<Row | null> {
  const [row] = await allRows<Row>(db, statement, values);
  return row ?? null;
}

/** The first row of a statement that always has one. */
export async function onlyRow<Row extends pg.QueryResultRow>(
  db: Db,
  statement: Statement,
  values: unknown[] = [],
): Promise<Row> {
  const row = await firstRow<Row>(db, statement, values);
  if (!row) throw new Error(`a statement returned no row: ${JSON.stringify(statement)}`);
  return row;
}

/** The only column of the first row; null where there is no row. */
export async function firstValue<Value>(db: Db, statement: Statement, values: unknown[] = []): Promise<Value | null> {
  const row = await firstRow(db, statement, values);
  return row && (Object.values(row)[0] as Value | null);
}

/** The same of a statement that always has a row. */
export async function onlyValue<Value>(db: Db, statement: Statement, values: unknown[] = []): Promise<Value> {
  const row = await onlyRow(db, statement, values);
  return Object.values(row)[0] as Value;
}
