/** What this service knows of administrators: from the events of auth, and of those who are newer than these by asking it. */
import type { EventData } from '@tma/contracts';
import { allRows, anyRow, type Db, execute, firstValue, type Tx } from '@tma/kit';

/** Who a report can be assigned to, as its events name them. */
export type Assignee = NonNullable<EventData<'ReportAssigned'>['assignee']>;

/** SQL: an administrator as events name those who are written to. */
export const addresseeJson = `json_build_object('id', id, 'name', name, 'email', email, 'language', language)`;

/** Saves an administrator, as an event or auth itself says, unless something newer is known. */
export const saveAdministrator = (
  db: Db,
  { id, name, email, tehsil, language, role = 'head', version, disabled = false }: EventData<'AdministratorSaved'>,
): Promise<void> =>
  execute(
    db,
    `insert into administrators as known (id, name, email, tehsil, language, version, disabled, role)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (id) do update set name = excluded.name, email = excluded.email, tehsil = excluded.tehsil,
       language = excluded.language, version = excluded.version, disabled = excluded.disabled,
       role = excluded.role
     where known.version < excluded.version`,
    [id, name, email, tehsil, language, version, disabled, role],
  );

/** Whether an administrator is known to be of a tehsil, disabled or not. */
export const isOfTehsil = (db: Db, id: string, tehsil: string): Promise<boolean> =>
  anyRow(db, 'select from administrators where id = $1 and tehsil = $2', [id, tehsil]);

/**
 * Reads an administrator of a tehsil to whom something is to be assigned, and locks their row until the transaction ends: whoever
 * disables or moves them at the same time waits, and takes it from them again. Comes before the lock of the report.
 * @returns null when they are not known, of another tehsil, or disabled
 */
export const lockAssignee = (tx: Tx, id: string, tehsil: string): Promise<Assignee | null> =>
  firstValue(
    tx,
    `select ${addresseeJson} as assignee from administrators where id = $1 and tehsil = $2 and not disabled for share`,
    [id, tehsil],
  );

/** The full name of an administrator; null when they are not known. */
export const nameOfAdministrator = (db: Db, id: string): Promise<string | null> =>
  firstValue(db, 'select name from administrators where id = $1', [id]);

/** The heads of all offices, as events name them to whom mails go. */
export const allHeads = (db: Db): Promise<Assignee[]> =>
  allRows(db, `select id, name, email, language from administrators where role = 'head' and not disabled order by id`);
