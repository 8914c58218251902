/** Changes of a report's state, and the entries that they leave in its history. */
import { type ClosureState, counted, defaultLanguage, type EventData } from '@tma/contracts';
import { named, type Tx } from '@tma/kit';
import type { State } from '../status-change.ts';
import { adminReportJson, type SeenByAdmin } from './reports.store.ts';

export interface LockedReport extends State {
  id: string;
  reference: string;
  issue: string;
  location: string;
  tehsil: string;
  version: number;
  /** Whether it was ever closed. */
  resolved: boolean;
  user_id: string | null;
  reporter_name: string;
  reporter_email: string | null;
  /** Of the reporter's mails; the default while nobody has told it. */
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
  due: string | null;
}

const lockedColumns = `id, reference, issue, location, tehsil, status, schedule::text, version, resolved, user_id, reporter_name,
  reporter_email, coalesce((select language from people where people.id = user_id), '${defaultLanguage}') as reporter_language, closure, needs_proof, disputes,
  assignee, due::text`;

/** The reporter as events name them to whom mails go; null once their account was erased. */
export const reporterOf = ({
  user_id: id,
  reporter_name: name,
  reporter_email: email,
  reporter_language: language,
}: LockedReport): EventData<'StatusChanged'>['reporter'] => (id && email ? { id, name, email, language } : null);

/** SQL of the condition that finds a report, each with one or two parameters. */
const found = {
  inTehsil: 'id = $1 and tehsil = $2',
  ofReporter: 'id = $1 and user_id = $2',
  ofClosure: 'id = (select report_id from closures where closures.id = $1) and user_id is not null',
  byId: 'id = $1',
} as const;

/** How a report is found, with its parameters. */
export type Found = readonly [how: keyof typeof found, ...ids: [string] | [string, string]];

/** SQL of the condition, with its parameters. */
export const conditionOf = ([how, ...ids]: Found): { condition: string; ids: string[] } => ({
  condition: found[how],
  ids,
});

/**
 * Reads a report and locks it against other changes until the transaction ends; null when there is none.
 * @param how it is found: with the tehsil, with the reporter's id, by a closure's id unless the reporter was erased, by its own id
 */
export async function lockReport(tx: Tx, ...report: Found): Promise<LockedReport | null> {
  const { condition, ids } = conditionOf(report);
  const { rows } = await tx.query<LockedReport>(
    named(`select ${lockedColumns} from reports where ${condition} for no key update`),
    ids,
  );
  return rows[0] ?? null;
}

/** Locks all reports of a person. @returns their ids */
export async function lockReportsOf(tx: Tx, userId: string): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    'select id from reports where user_id = $1 order by id for no key update',
    [userId],
  );
  return rows.map(({ id }) => id);
}

/** What lists show of a report's last closure. */
export interface Listed {
  closure: 'claimed' | null;
  /** The public path of its picture. */
  proof: string | null;
}

interface Change {
  to: State;
  /** The administrator. */
  by: string;
  /** What lists show of its closure after it; absent where that stays as it is. */
  listed?: Listed | undefined;
  /** The current day, `YYYY-MM-DD`. */
  today: string;
  /** Its due day where that moves. One that has none is left to the fill. */
  due: string | null;
}

/**
 * Writes a report's new state and its entry in the history. A report that was closed once stays resolved; `updated_at`
 * never goes back.
 * @returns the report as administrators see it
 */
export async function saveState(tx: Tx, id: string, { to, by, listed, today, due }: Change): Promise<SeenByAdmin> {
  const { rows } = await tx.query<{ report: SeenByAdmin }>(
    named(`with entry as (
       insert into history (report_id, at, kind, status, schedule, made_by, administrator_id)
       values ($1, now(), 'changed', $2, $3, 'administration', $4)
     )
     update reports set status = $2, schedule = $3, resolved = resolved or $5, version = version + 1,
       updated_at = greatest(now(), updated_at), closure = case when $6 then $7 else closure end,
       proof = case when $6 then $8 else proof end, due = case when due is not null then coalesce($10, due) end
     where id = $1 returning ${adminReportJson('$9')} as report`),
    [
      id,
      to.status,
      to.schedule,
      by,
      to.status === counted.completed,
      listed !== undefined,
      listed?.closure ?? null,
      listed?.proof ?? null,
      today,
      due,
    ],
  );
  if (!rows[0]) throw new Error('a locked report is missing');
  return rows[0].report;
}
