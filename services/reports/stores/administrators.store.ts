/** What this service knows of administrators: from the events of auth, and of those who are newer than these by asking it. */
import { defaultLanguage, type EventData, type Operations } from '@tma/contracts';
import { type Db, named, type Tx } from '@tma/kit';
import type { z } from 'zod';

/** Who a report can be assigned to, as its events name them. */
export type Assignee = NonNullable<EventData<'ReportAssigned'>['assignee']>;

/** An administrator as auth answers. */
export type FoundAdmin = z.infer<Operations['findAdmin']['answers'][200]>;

/** SQL: an administrator as events name those who are written to. */
export const addresseeJson = `json_build_object('id', id, 'name', name, 'email', email,
  'language', coalesce(language, '${defaultLanguage}'))`;

/**
 * Saves an administrator, unless something newer is known. What says no language, as versions of auth before, changes none.
 * @param saidAt RFC 3339
 */
export async function saveAdministrator(
  tx: Tx,
  { id, name, email, tehsil, language, disabled = false }: EventData<'AdministratorSaved'>,
  saidAt: string,
): Promise<void> {
  await tx.query(
    named(`insert into administrators as known (id, name, email, tehsil, language, disabled, said_at)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (id) do update set name = excluded.name, email = excluded.email, tehsil = excluded.tehsil,
       language = coalesce(excluded.language, known.language), disabled = excluded.disabled, said_at = excluded.said_at
     where known.said_at < excluded.said_at`),
    [id, name, email, tehsil, language ?? null, disabled, saidAt],
  );
}

/** When what is known of an administrator was said, as text; null when nothing is. */
export async function knownSince(db: Db, id: string): Promise<string | null> {
  const { rows } = await db.query<{ since: string }>(
    named('select said_at::text as since from administrators where id = $1'),
    [id],
  );
  return rows[0]?.since ?? null;
}

/**
 * Keeps what auth answered, unless an event came since it was asked.
 * @param since what `knownSince` said before auth was asked. Any later event replaces what is kept.
 */
export async function keepAdministrator(
  db: Db,
  { id, name, email, tehsil, language }: FoundAdmin,
  since: string | null,
): Promise<void> {
  await db.query(
    named(`insert into administrators as known (id, name, email, tehsil, language, said_at)
     values ($1, $2, $3, $4, $5, '-infinity')
     on conflict (id) do update set name = excluded.name, email = excluded.email, tehsil = excluded.tehsil,
       language = coalesce(excluded.language, known.language), disabled = false
     where known.said_at = $6::timestamptz`),
    [id, name, email, tehsil, language ?? null, since],
  );
}

/** Whether an administrator is known to be of a tehsil, disabled or not. */
export async function isOfTehsil(db: Db, id: string, tehsil: string): Promise<boolean> {
  const { rows } = await db.query(named('select from administrators where id = $1 and tehsil = $2'), [id, tehsil]);
  return rows.length > 0;
}

/**
 * Reads an administrator of a tehsil to whom something is to be assigned, and locks their row until the transaction ends: who is
 * disabled or moved at the same time is so before, or is assigned it first. Comes before the lock of the report.
 * @returns null when they are not known, of another tehsil, or disabled
 */
export async function lockAssignee(tx: Tx, id: string, tehsil: string): Promise<Assignee | null> {
  const { rows } = await tx.query<{ assignee: Assignee }>(
    named(
      `select ${addresseeJson} as assignee from administrators where id = $1 and tehsil = $2 and not disabled for share`,
    ),
    [id, tehsil],
  );
  return rows[0]?.assignee ?? null;
}

/** The full name of an administrator; null when they are not known. */
export async function nameOfAdministrator(db: Db, id: string): Promise<string | null> {
  const { rows } = await db.query<{ name: string }>(named('select name from administrators where id = $1'), [id]);
  return rows[0]?.name ?? null;
}
