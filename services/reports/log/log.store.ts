/** What is in the signed log, and what is to come. */
import { counted, issues, publicHistoryKinds } from '@tma/contracts';
import { allRows, allValues, type Db, execute, firstRow, onlyRow, onlyValue, type Tx } from '@tma/kit';
import { quoted } from '../report/reports.store.ts';

export interface LogState {
  log: number;
  /** All entries of the history up to this one are in the log. */
  upto: number;
  size: number;
  /** Of the newest checkpoint that is out; null before any. */
  signed: { size: number; root: string } | null;
  /**
   * Of a database that comes from a backup, and signed nothing since: whether the log's files tell how far it had come. Else null. A
   * restore writes it in the place of how many leaves are out.
   */
  restored: 'there' | 'unknown' | null;
}

const stateColumns = `log, upto::float8 as upto, size::float8 as size,
  case when signed_root is not null then json_build_object('size', signed_size, 'root', signed_root) end as signed,
  case signed_size when -1 then 'there' when -2 then 'unknown' end as restored`;

export const readLogState = (db: Db): Promise<LogState> => onlyRow(db, `select ${stateColumns} from log_state`);

/** The same, locked until the transaction ends; null while another instance has it. */
export async function lockLogState(tx: Tx): Promise<LogState | null> {
  // An instance that is frozen within it is not waited for longer.
  await execute(tx, `select set_config('idle_in_transaction_session_timeout', '4s', true)`);
  return firstRow(tx, `select ${stateColumns} from log_state for update skip locked`);
}

export const saveLogState = (tx: Tx, { log, upto, size }: Pick<LogState, 'log' | 'upto' | 'size'>): Promise<void> =>
  execute(tx, 'update log_state set log = $1, upto = $2, size = $3', [log, upto, size]);

export const beginLog = (tx: Tx, log: number): Promise<void> =>
  execute(tx, 'update log_state set log = $1, upto = 0, size = 0, signed_size = 0, signed_root = null', [log]);

/** Notes which checkpoint is out, unless it is of another log. */
export const saveSigned = (db: Db, log: number, { size, root }: { size: number; root: string }): Promise<void> =>
  execute(db, 'update log_state set signed_size = $2, signed_root = $3 where log = $1', [log, size, root]);

/** The number of the history's newest entry that can be seen. */
export const newestEntry = (db: Db): Promise<number> =>
  onlyValue(db, 'select coalesce(max(seq), 0)::float8 from history');

/** The transactions under way that have written, or are about to write, into the history. */
export const writersOfHistory = (db: Db) =>
  allValues<string>(
    db,
    `select virtualtransaction from pg_locks
     where locktype = 'relation' and relation = 'history'::regclass and mode = 'RowExclusiveLock' and granted
       and database = (select oid from pg_database where datname = current_database())`,
  );

/** A public fact, with what its leaf is made from. */
export interface Entry {
  seq: number;
  at: string;
  report: string;
  reference: string;
  tehsil: string;
  issue: string;
  kind: (typeof publicHistoryKinds)[number];
  status: string;
  schedule: string | null;
  /** Whether a closure begins with it. */
  claims: boolean;
  /** The public path of the proof. */
  image: string | null;
  /** Whether the hash of the proof's picture is known, and the hash. */
  hashed: boolean;
  proof: string | null;
  /** What was written; null where nothing was, or it was erased. */
  words: string | null;
  salt: Buffer | null;
  /** Whether the report's reporter was erased. */
  erased: boolean;
}

/** A report has an account, or else the language of its reporter's mails, until they are erased. The name says nothing: anybody may have it. */
const erased = 'user_id is null and reporter_language is null';

const entryColumns = `history.seq::float8 as seq, rfc3339(history.at) as at, reports.id as report, reference, tehsil, issue, kind,
  history.status, history.schedule::text, history.image,
  exists (select from closures where report_id = reports.id and claimed_at = history.at) as claims,
  pictures.image is not null as hashed, pictures.sha256 as proof, salt, ${erased} as erased,
  case when kind = 'created' then location || E'\\n' || description when kind in ('disputed', 'hidden') then text end as words`;

const logged = [
  publicHistoryKinds as readonly string[],
  issues.filter(({ kind }) => kind === 'paper').map(({ name }) => name),
];

/** The public facts behind one entry of the history and up to another, in their order. Certificates and licences have none. */
export const entriesBetween = (db: Db, after: number, upto: number, limit: number): Promise<Entry[]> =>
  allRows(
    db,
    `select ${entryColumns}
     from history join reports on reports.id = report_id
     left join log_pictures as pictures on kind = 'proved' and pictures.image = history.image
     left join log_salts as salts on salts.seq = history.seq
     where history.seq > $1 and history.seq <= $2 and kind = any($3) and issue <> all($4)
     order by history.seq limit $5`,
    [after, upto, ...logged, limit],
  );

/** The last line that each of these reports has in a log, up to an entry. */
export const lastLines = (db: Db, log: number, upto: number, reports: readonly string[]) =>
  allRows<{ report: string; line: string }>(
    db,
    `select asked.id as report, line from unnest($1::uuid[]) as asked (id) cross join lateral (
       select line from history join log_leaves on log = $2 and log_leaves.seq = history.seq
       where report_id = asked.id and history.seq <= $3 order by history.seq desc limit 1
     ) as last`,
    [reports, log, upto],
  );

/** So many entries are looked through at once: of millions that are not in the log yet, each round would read all. */
const lookedThrough = 20_000;

/** Pictures of proofs soon behind an entry, of which it is not known what they hash to. */
export const unhashedPictures = (db: Db, after: number, limit: number) =>
  allValues<string>(
    db,
    `select image from (select seq, kind, image from history where seq > $1 order by seq limit ${lookedThrough}) as next
     where kind = 'proved' and image is not null
       and not exists (select from log_pictures where log_pictures.image = next.image) order by seq limit $2`,
    [after, limit],
  );

export const savePicture = (db: Db, image: string, sha256: string | null): Promise<void> =>
  execute(db, 'insert into log_pictures (image, sha256) values ($1, $2) on conflict do nothing', [image, sha256]);

interface Line {
  leaf: number;
  seq: number;
  line: string;
}

export const insertLeaves = (tx: Tx, log: number, leaves: readonly Line[]): Promise<void> =>
  execute(
    tx,
    `insert into log_leaves (log, leaf, seq, line)
     select $1, leaf, seq, line from unnest($2::bigint[], $3::bigint[], $4::text[]) as given (leaf, seq, line)`,
    [log, leaves.map(({ leaf }) => leaf), leaves.map(({ seq }) => seq), leaves.map(({ line }) => line)],
  );

export const insertSalts = (tx: Tx, salts: readonly { seq: number; salt: Buffer }[]): Promise<void> =>
  execute(
    tx,
    `insert into log_salts (seq, salt) select seq, salt from unnest($1::bigint[], $2::bytea[]) as given (seq, salt)
     on conflict do nothing`,
    [salts.map(({ seq }) => seq), salts.map(({ salt }) => salt)],
  );

/** Leaves of a log from one on. */
export const linesFrom = (db: Db, log: number, leaf: number, limit: number): Promise<Line[]> =>
  allRows(
    db,
    `select leaf::float8 as leaf, seq::float8 as seq, line from log_leaves
     where log = $1 and leaf >= $2 order by log_leaves.leaf limit $3`,
    [log, leaf, limit],
  );

/** So many reports are looked at in one statement. */
const reportsAtOnce = 10_000;

/** What everybody sees of a report that follows from its history. */
interface Told {
  created: string;
  /** Status and schedule. */
  state: string;
  closure: string | null;
  /** The same by the row of its last closing. */
  closing: string | null;
  disputes: number;
  proof: string | null;
  hidden: boolean;
  /** The reference of the report that it is a duplicate of. */
  duplicate: string | null;
}

/** A report whose row says something else than its history. */
export interface Contradiction {
  reference: string;
  says: Told;
  told: Told;
}

const told = (row: string) => `json_build_object('state', ${row}.status || coalesce(', ' || ${row}.schedule, ''),
  'created', ${row}.created, 'closure', ${row}.closure, 'closing', ${row}.closing, 'disputes', ${row}.disputes, 'proof', ${row}.proof,
  'hidden', ${row}.hidden, 'duplicate', ${row}.duplicate)`;

/**
 * SQL: where a report's closure stands by its history. A dispute stays until the next closing, also where the report follows another
 * that is closed meanwhile. Anything else ends once the report is open again, and a claim once it is a duplicate.
 */
const closureTold = `select closure from (
    select seq, case when kind in ('confirmed', 'disputed', 'unanswered') then kind else 'claimed' end as closure
    from history where report_id = page.id and (kind in ('confirmed', 'disputed', 'unanswered')
      or status = '${counted.completed}' and exists (select from closures where report_id = page.id and claimed_at = history.at))
    order by seq desc limit 1
  ) as said
  where closure = 'disputed' or not exists (
    select from history where report_id = page.id and history.seq > said.seq
      and (status <> '${counted.completed}' or closure = 'claimed' and kind = 'duplicate')
  )`;

/** SQL: the picture of a report's last closing, if it is one of those that its history has. */
const proofTold = `select image from history where report_id = page.id and kind = 'proved' and image = (
    select image from proofs where id = (select proof_id from closures where report_id = page.id order by attempt desc limit 1)
  ) limit 1`;

/** SQL: a value of the last entry of these kinds. */
const lastOf = (value: string, ...kinds: string[]) =>
  `select ${value} from history where report_id = page.id and kind in (${quoted(kinds)}) order by seq desc limit 1`;

const rowTold = `select last.status, last.schedule, standing.closure, standing.closure as closing,
    (${lastOf('rfc3339(at)', 'created')}) as created,
    (select count(*) from history where report_id = page.id and kind = 'disputed') as disputes,
    case when standing.closure is not null then (${proofTold}) end as proof,
    coalesce((${lastOf("kind = 'hidden'", 'hidden', 'shown')}), false) as hidden,
    (${lastOf('text', 'duplicate')}) as duplicate
  from (select status, schedule from history where report_id = page.id order by seq desc limit 1) as last
  left join lateral (${closureTold}) as standing on true`;

/** Looks for a report that contradicts its history, after an id. @returns it, and the id to continue after; null at the end of reports */
export const findContradiction = (db: Db, after: string) =>
  firstRow<{ id: string; contradiction: Contradiction | null }>(
    db,
    `with page as (
       select id, reference, status, schedule, closure, disputes, proof, hidden, rfc3339(created_at) as created,
         (select nullif(state, 'withdrawn') from closures where report_id = reports.id order by attempt desc limit 1) as closing,
         (select other.reference from reports as other where other.id = reports.duplicate_of) as duplicate
       from reports where id > $1 order by id limit ${reportsAtOnce}
     )
     select id, (
       select json_build_object('reference', reference, 'says', ${told('page')}, 'told', ${told('told')})
       from page cross join lateral (${rowTold}) as told
       where (page.status, page.schedule, page.created, page.closure, page.closing, page.disputes, page.proof, page.hidden, page.duplicate)
         is distinct from
         (told.status, told.schedule, told.created, told.closure, told.closing, told.disputes, told.proof, told.hidden, told.duplicate)
       limit 1
     ) as contradiction from page order by id desc limit 1`,
    [after],
  );

/** Which leaves of a log are of a report, by its reference. */
export const leavesOf = (db: Db, log: number, reference: string): Promise<Line[]> =>
  allRows(
    db,
    `select leaf::float8 as leaf, log_leaves.seq::float8 as seq, line from reports
     join history on report_id = reports.id join log_leaves on log = $1 and log_leaves.seq = history.seq
     where reference = $2 order by log_leaves.leaf`,
    [log, reference],
  );
