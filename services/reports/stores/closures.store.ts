/** Closures. The report's row is locked before any of them is written. */
import { type Closure, defaultLanguage, type LinkedClosure } from '@tma/contracts';
import { type Db, named, type Tx } from '@tma/kit';
import type { z } from 'zod';
import type { Standing } from '../closures/state-machine.ts';

type SeenClosure = z.infer<typeof Closure>;
type SeenByLink = z.infer<typeof LinkedClosure>;

/** What the next closing of a report begins with. */
export interface NextClosure {
  attempt: number;
  /** RFC 3339, by the database's clock. */
  answerBy: string;
  /** The newest proof that no closure has; null where there is none. */
  proofId: string | null;
  /** Its public path. */
  proof: string | null;
  /** Whether it was sent after the reporter's last dispute. */
  isNew: boolean;
}

/** @param answerSeconds how long the reporter may answer */
export async function nextClosure(tx: Tx, reportId: string, answerSeconds: number): Promise<NextClosure> {
  const { rows } = await tx.query<NextClosure>(
    named(`select last.attempt + 1 as attempt, rfc3339(now() + make_interval(secs => $2)) as "answerBy",
       proof.id as "proofId", proof.image as proof, coalesce(proof.at > last.disputed_at, proof.id is not null) as "isNew"
     from (
       select coalesce(max(attempt), 0) as attempt, max(answered_at) filter (where state = 'disputed') as disputed_at
       from closures where report_id = $1
     ) as last
     left join lateral (
       select id, image, at from proofs
       where report_id = $1 and not exists (select from closures where proof_id = proofs.id)
       order by at desc, id desc limit 1
     ) as proof on true`),
    [reportId, answerSeconds],
  );
  if (!rows[0]) throw new Error('an aggregate returned no row');
  return rows[0];
}

/** The administrator who closes a report. */
export interface ClosedBy {
  id: string;
  email: string;
}

/** Begins a closure in the transaction that called `nextClosure`. */
export async function insertClosure(
  tx: Tx,
  { id, reportId, by }: { id: string; reportId: string; by: ClosedBy },
  { attempt, proofId, answerSeconds }: Pick<NextClosure, 'attempt' | 'proofId'> & { answerSeconds: number },
): Promise<void> {
  await tx.query(
    named(`insert into closures (id, report_id, attempt, state, closed_by, closed_by_email, proof_id, claimed_at, answer_by)
     values ($1, $2, $3, 'claimed', $4, $5, $6, now(), now() + make_interval(secs => $7))`),
    [id, reportId, attempt, by.id, by.email, proofId, answerSeconds],
  );
}

/** Ends a report's closure because the report was opened again. */
export async function withdrawClosure(tx: Tx, reportId: string): Promise<void> {
  await tx.query(
    named(`update closures set state = 'withdrawn'
     where report_id = $1 and state in ('claimed', 'confirmed', 'unanswered')`),
    [reportId],
  );
}

/** A closure to be decided on, with the administrator who closed it as far as they are known. */
export interface StandingClosure {
  id: string;
  attempt: number;
  standing: Standing;
  hasProof: boolean;
  closedBy: { id: string; name: string; email: string; language: string } | null;
}

/**
 * Where its time is over, a claim has lapsed. An administrator of whom no event came is known by the address that they closed with;
 * one who was disabled, or moved to another tehsil, is told nothing more.
 */
const standingColumns = `closures.id, attempt,
  case when state = 'claimed' and answer_by <= now() then 'lapsed' else state end as standing,
  proof_id is not null as "hasProof",
  case when case when known.id is null then closed_by_email is not null
      else not known.disabled and known.tehsil = (select tehsil from reports where reports.id = report_id) end
    then json_build_object('id', closed_by, 'name', coalesce(known.name, closed_by_email),
      'email', coalesce(known.email, closed_by_email), 'language', coalesce(known.language, '${defaultLanguage}')) end as "closedBy"
  from closures left join administrators as known on known.id = closed_by`;

/** A report's last closure; null when there is none. */
export async function lastClosure(db: Db, reportId: string): Promise<StandingClosure | null> {
  const { rows } = await db.query<StandingClosure>(
    named(`select ${standingColumns} where report_id = $1 order by attempt desc limit 1`),
    [reportId],
  );
  return rows[0] ?? null;
}

export async function closureById(db: Db, id: string): Promise<StandingClosure | null> {
  const { rows } = await db.query<StandingClosure>(named(`select ${standingColumns} where closures.id = $1`), [id]);
  return rows[0] ?? null;
}

/** What became of a claim. */
export interface Ending {
  /** The closure's. */
  id: string;
  state: 'confirmed' | 'disputed' | 'unanswered';
  by: 'administration' | 'resident' | 'portal';
  /** What is not fixed. */
  reason: string | null;
  /** The report's status after it. */
  status: string;
}

/**
 * Writes what became of a claim: the closure, its report and the entry in the history. The report must be locked. It happens
 * now, not when the transaction began: it may have waited for a proof.
 * @param due the report's due day where that moves; one that has none is left to the fill
 */
export async function endClosure(
  tx: Tx,
  { id, state, by, reason, status }: Ending,
  due: string | null = null,
): Promise<void> {
  await tx.query(
    named(`with closure as (
       update closures set state = $2, reason = $3, answered_at = case when $2 <> 'unanswered' then statement_timestamp() end
       where id = $1 returning report_id
     ), report as (
       update reports set status = $4, closure = $2, disputes = disputes + ($2 = 'disputed')::int,
         needs_proof = $2 = 'disputed' or needs_proof and $2 <> 'confirmed',
         due = case when due is not null then coalesce($6, due) end,
         version = version + 1, updated_at = greatest(statement_timestamp(), updated_at)
       from closure where reports.id = closure.report_id returning reports.id, schedule
     )
     insert into history (report_id, at, kind, status, schedule, made_by, text)
     select id, statement_timestamp(), $2, $4, schedule, $5, $3 from report`),
    [id, state, reason, status, by, due],
  );
}

/**
 * Locks the report of a claim whose time is over, the longest first, unless somebody else has locked it.
 * @param except closures that are left alone
 * @returns the ids of both; null when there is none
 */
export async function lockLapsed(tx: Tx, except: readonly string[]): Promise<{ id: string; reportId: string } | null> {
  const { rows } = await tx.query<{ id: string; reportId: string }>(
    named(`select closures.id, report_id as "reportId" from closures join reports on reports.id = report_id
     where state = 'claimed' and answer_by <= now() and closures.id <> all($1)
     order by answer_by limit 1 for no key update of reports skip locked`),
    [except],
  );
  return rows[0] ?? null;
}

const image = '(select image from proofs where proofs.id = closures.proof_id)';

/** What its reporter and administrators see of a report's last closure. */
const closureJson = `json_build_object('attempt', attempt, 'state', state, 'proof', ${image}, 'claimedAt', rfc3339(claimed_at),
  'answerBy', rfc3339(answer_by), 'answeredAt', rfc3339(answered_at), 'reason', reason, 'disputes', disputes)`;

/** A report's last closure, null when there is none, with whose report it is; null when there is no such report. */
export async function readClosure(db: Db, reportId: string) {
  const { rows } = await db.query<{ user_id: string | null; tehsil: string; closure: SeenClosure | null }>(
    named(`select user_id, tehsil, (
       select ${closureJson} from closures where report_id = reports.id order by attempt desc limit 1) as closure
     from reports where id = $1`),
    [reportId],
  );
  return rows[0] ?? null;
}

/** What the link of a closure shows; null once its reporter was erased. */
export async function readLinkedClosure(db: Db, id: string): Promise<SeenByLink | null> {
  const { rows } = await db.query<{ closure: SeenByLink }>(
    named(`select json_build_object('reference', reference, 'issue', issue, 'location', location, 'tehsil', tehsil,
       'status', status, 'image', image, 'proof', ${image}, 'claimedAt', rfc3339(claimed_at),
       'answerBy', rfc3339(answer_by), 'state', state, 'reason', reason) as closure
     from closures join reports on reports.id = report_id where closures.id = $1 and user_id is not null`),
    [id],
  );
  return rows[0]?.closure ?? null;
}

/** Removes what a person said of closures of their reports; these are locked. */
export async function eraseReasons(tx: Tx, reportIds: readonly string[]): Promise<void> {
  await tx.query('update closures set reason = null where report_id = any($1) and reason is not null', [reportIds]);
}
