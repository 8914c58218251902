import { type AuditKind, deletedUser, fullName } from '@tma/contracts';
import { allRows, type Db, execute, firstRow, type Tx } from '@tma/kit';
import { nameOf } from '../person/profile.ts';
import { beginning, type Entry } from './chain.ts';

type Stored = Entry & { hash: string };

/** Any number: nothing else in this database has it. */
const chainLock = 7_610_020;

/** Makes others who add an entry wait until the transaction ends. @returns the entry that the next one follows */
export async function lockEnd(tx: Tx): Promise<{ seq: number; hash: string }> {
  await execute(tx, 'select pg_advisory_xact_lock($1)', [chainLock]);
  return findEnd(tx);
}

/** The number and the hash of the newest entry; 0 and the initial hash before the first entry. */
export async function findEnd(db: Db): Promise<{ seq: number; hash: string }> {
  const text = 'select seq, hash from audit_log order by seq desc limit 1';
  const end = await firstRow<{ seq: string; hash: string }>(db, text);
  return { seq: Number(end?.seq ?? 0), hash: end?.hash ?? beginning };
}

/** The full name of an administrator, also of one who is disabled; empty when there is none. */
export async function adminName(db: Db, id: string): Promise<string> {
  const text = 'select first_name, last_name from admins where id = $1';
  const row = await firstRow<{ first_name: string; last_name: string }>(db, text, [id]);
  return row ? nameOf(row) : '';
}

export async function insertEntry(tx: Tx, entry: Stored): Promise<void> {
  const { seq, at, tehsil, kind, by, about, detail, person, previous, hash } = entry;
  await execute(
    tx,
    `insert into audit_log (seq, at, tehsil, kind, by_id, by_name, about, detail, person, previous, hash)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [seq, at, tehsil, kind, by?.id ?? null, by?.name ?? null, about, detail, person, previous, hash],
  );
}

interface Row extends Omit<Stored, 'seq' | 'at' | 'by'> {
  seq: string;
  at: Date;
  by_id: string | null;
  by_name: string | null;
}
const columns = 'seq, at, tehsil, kind, by_id, by_name, about, detail, person, previous, hash';

const entryOf = ({ seq, at, by_id: id, by_name: name, ...rest }: Row): Stored => ({
  ...rest,
  seq: Number(seq),
  at: at.toISOString(),
  by: id === null ? null : { id, name: name ?? '' },
});

/** What is asked for of a tehsil's entries. */
export interface Wanted {
  tehsil: string;
  before?: number | undefined;
  kind?: AuditKind | undefined;
  /** The id of an administrator. */
  by?: string | undefined;
  limit: number;
}

/** Newest first; about a resident, their name, or that they have deleted their account. */
export async function findEntries(db: Db, { tehsil, before, kind, by, limit }: Wanted): Promise<Stored[]> {
  const values: unknown[] = [tehsil, limit];
  const where = (condition: string, value: unknown) =>
    value === undefined ? '' : ` and ${condition} $${values.push(value)}`;
  const { rows } = await db.query<Row & { named: [string, string] | null }>(
    `select ${columns},
       (select json_build_array(first_name, last_name) from profiles where id = audit_log.person) as named
     from audit_log where tehsil = $1${where('seq <', before)}${where('kind =', kind)}${where('by_id =', by)}
     order by seq desc limit $2`,
    values,
  );
  return rows.map(({ named: name, ...row }) => {
    const about = row.person ? (name ? fullName(...name) : deletedUser) : row.about;
    return entryOf({ ...row, about });
  });
}

/** The entries of all tehsils after one, oldest first. */
export async function entriesAfter(db: Db, seq: number, limit: number): Promise<Stored[]> {
  const text = `select ${columns} from audit_log where seq > $1 order by seq limit $2`;
  return (await allRows<Row>(db, text, [seq, limit])).map(entryOf);
}
