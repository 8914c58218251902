/** Finding a report and locking it, before anything of it is changed. */
import { type ClosureState, defaultLanguage } from '@tma/contracts';
import { allValues, execute, firstRow, type Tx } from '@tma/kit';
import { type Action, type Actor, requireMay } from './policy.ts';

/** What an administrator can change of a report. */
export interface State {
  status: string;
  /** A day, `YYYY-MM-DD`. */
  schedule: string | null;
}

export const isSameState = (a: State, b: State) => a.status === b.status && a.schedule === b.schedule;

export interface LockedReport extends State {
  id: string;
  reference: string;
  issue: string;
  location: string;
  tehsil: string;
  version: number;
  user_id: string | null;
  /** How it came: `portal`, `counter` or `open311`. */
  via: string;
  reporter_name: string;
  reporter_email: string | null;
  /** Where a reporter without an account can be called. */
  reporter_contact: string | null;
  /** The language of the reporter's mails; the default while it is unknown. */
  reporter_language: string;
  /** The state of its last closure; null when there is none, or it was withdrawn. */
  closure: Exclude<ClosureState, 'withdrawn'> | null;
  /** Whether the next closure needs a new proof. */
  needs_proof: boolean;
  /** How often the reporter said that it is not fixed. */
  disputes: number;
  /** The id of the administrator whom it is assigned to. */
  assignee: string | null;
  /** The day on whose end an answer is due, `YYYY-MM-DD`. */
  due: string;
  phase: string;
  hidden: boolean;
  supports: number;
  duplicates: number;
  /** The id of the report that it is a duplicate of, whose status it follows. */
  duplicate_of: string | null;
  /** The time for changes in this transaction, later than all earlier changes of the report. In Postgres' notation. */
  now: string;
}

const lockedColumns = `id, reference, issue, location, tehsil, status, schedule::text, version, user_id, via, reporter_name,
  case when reporter_email is not null then coalesce((select email from people where people.id = user_id), reporter_email) end as reporter_email,
  reporter_contact, coalesce(reporter_language, (select language from people where people.id = user_id), '${defaultLanguage}') as reporter_language, closure, needs_proof, disputes,
  assignee, due::text, phase, hidden, supports, duplicates, duplicate_of`;

/**
 * Reads a report and locks it against other changes until the transaction ends; null when there is none. Its `now` is
 * read once it is locked (schema/functions/moment.sql).
 */
export const lockReport = (tx: Tx, id: string): Promise<LockedReport | null> =>
  firstRow(
    tx,
    `with locked as materialized (select ${lockedColumns} from reports where id = $1 for no key update)
     select *, moment(id)::text as now from locked`,
    [id],
  );

/** The same for an actor who is about to do something to the report. Throws as `requireMay` does. */
export async function lockFor(tx: Tx, actor: Actor, action: Action, id: string): Promise<LockedReport> {
  const report = await lockReport(tx, id);
  requireMay(actor, action, report);
  return report;
}

/** Locks reports, in the order in which others lock several. */
export const lockInOrder = (tx: Tx, ids: readonly string[]) =>
  execute(tx, 'select from reports where id = any($1::uuid[]) order by id for no key update', [ids]);

/** Locks a report and its duplicates, in order of ids. @returns the ids of the duplicates */
export async function lockDuplicates(tx: Tx, id: string): Promise<string[]> {
  const text = 'select id from reports where id = $1 or duplicate_of = $1 order by id for no key update';
  const locked = await allValues<string>(tx, text, [id]);
  return locked.filter((other) => other !== id);
}
