import { type AuditKind, deletedUser, fullName } from '@tma/contracts';
import { type Db, named, type Tx } from '@tma/kit';
import { beginning, type Entry } from './chain.ts';

type Stored = Entry & { hash: string };

/** Any number: nothing else in this database has it. */
const chainLock = 7_610_020;

/** Has whoever adds an entry wait until the transaction ends. @returns what the next entry follows */
export async function lockEnd(tx: Tx): Promise<{ seq: number; hash: string }> {
  await tx.query(named('select pg_advisory_xact_lock($1)'), [chainLock]);
  return findEnd(tx);
}

/** The number and the hash of the newest entry; before the first, 0 and what stands for its hash. */
export async function findEnd(db: Db): Promise<{ seq: number; hash: string }> {
  const { rows } = await db.query<{ seq: string; hash: string }>(
    named('select seq, hash from audit_log order by seq desc limit 1'),
  );
  return { seq: Number(rows[0]?.seq ?? 0), hash: rows[0]?.hash ?? beginning };
}

/** The full name of an administrator, also of one who is disabled; null when there is none. */
export async function nameOf(db: Db, id: string): Promise<string | null> {
  const { rows } = await db.query<{ first_name: string; last_name: string }>(
    named('select first_name, last_name from admins where id = $1'),
    [id],
  );
  return rows[0] ? fullName(rows[0].first_name, rows[0].last_name) : null;
}

export async function insertEntry(tx: Tx, entry: Stored): Promise<void> {
  const { seq, at, tehsil, kind, by, about, detail, person, previous, hash } = entry;
  await tx.query(
    named(`insert into audit_log (seq, at, tehsil, kind, by_id, by_name, about, detail, person, previous, hash)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`),
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

/** All tehsils' entries behind one, oldest first. */
export async function entriesAfter(db: Db, seq: number, limit: number): Promise<Stored[]> {
  const { rows } = await db.query<Row>(
    `select ${columns} from audit_log where seq > $1 order by audit_log.seq limit $2`,
    [seq, limit],
  );
  return rows.map(entryOf);
}
