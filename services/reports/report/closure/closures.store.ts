/** Closures. The report's row is locked before any of them is written. */
import { type Closure, type ClosureState, defaultLanguage, type LinkedClosure, phaseOf } from '@tma/contracts';
import { type Db, execute, firstRow, firstValue, onlyRow, onlyValue, type Tx } from '@tma/kit';
import type { z } from 'zod';
import { type Followers, writeFollowers } from '../followers/followers.store.ts';
import type { LockedReport } from '../locks.store.ts';
import type { Owned } from '../policy.ts';

type SeenClosure = z.infer<typeof Closure>;
type SeenByLink = z.infer<typeof LinkedClosure>;

/** What the next closure of a report begins with. */
export interface NextClosure {
  attempt: number;
  /** RFC 3339, by the database's clock. */
  answerBy: string;
  /** The newest proof that belongs to no closure (the report's `proof_waiting`); null where there is none. */
  proofId: string | null;
  /** Its public path. */
  proof: string | null;
  /** Whether it was sent after the reporter's last dispute. */
  isNew: boolean;
}

/** @param answerSeconds how long the reporter may answer */
export const nextClosure = (tx: Tx, { id, now }: LockedReport, answerSeconds: number): Promise<NextClosure> =>
  onlyRow(
    tx,
    `select last.attempt + 1 as attempt, rfc3339($3::timestamptz + make_interval(secs => $2)) as "answerBy",
       proof.id as "proofId", proof.image as proof, coalesce(proof.at > last.disputed_at, proof.id is not null) as "isNew"
     from (
       select coalesce(max(attempt), 0) as attempt, max(answered_at) filter (where state = 'disputed') as disputed_at
       from closures where report_id = $1
     ) as last
     join reports on reports.id = $1 left join proofs as proof on proof.id = reports.proof_waiting`,
    [id, answerSeconds, now],
  );

/** The administrator who closes a report. */
export interface ClosedBy {
  id: string;
  email: string;
}

/** Begins a closure in the transaction that called `nextClosure`. */
export const insertClosure = (
  tx: Tx,
  { id: reportId, now }: LockedReport,
  by: ClosedBy,
  { id, attempt, proofId, answerBy }: NextClosure & { id: string },
): Promise<void> =>
  execute(
    tx,
    `insert into closures (id, report_id, attempt, state, closed_by, closed_by_email, proof_id, claimed_at, answer_by)
     values ($1, $2, $3, 'claimed', $4, $5, $6, $7, $8)`,
    [id, reportId, attempt, by.id, by.email, proofId, now, answerBy],
  );

/** Withdraws a report's closure because the report was opened again, or became a duplicate. */
export const withdrawClosure = (tx: Tx, reportId: string): Promise<void> =>
  execute(
    tx,
    `update closures set state = 'withdrawn'
     where report_id = $1 and state in ('claimed', 'confirmed', 'unanswered')`,
    [reportId],
  );

/**
 * The state of a report's last closure. `none`: the report was never closed, or before there were closures. `lapsed`:
 * claimed, and the time to answer is over, which `sweepClosures` has not recorded yet.
 */
export type CurrentState = ClosureState | 'none' | 'lapsed';

/** A closure as the state machine needs it, with the administrator who closed it, if known. */
export interface CurrentClosure {
  id: string;
  attempt: number;
  state: CurrentState;
  hasProof: boolean;
  closedBy: { id: string; name: string; email: string; language: string } | null;
}

/**
 * A claim has lapsed when its time is over. An administrator of whom no event came is known by the address that they
 * closed with; one who was disabled, moved to another tehsil or is crew now (crew read no names) gets no mail and is
 * null.
 */
const closureColumns = `closures.id, attempt,
  case when state = 'claimed' and answer_by <= clock_timestamp() then 'lapsed' else state end as state,
  proof_id is not null as "hasProof",
  case when case when known.id is null then closed_by_email is not null
      else not known.disabled and known.role <> 'crew' and known.tehsil = (select tehsil from reports where reports.id = report_id) end
    then json_build_object('id', closed_by, 'name', coalesce(known.name, closed_by_email),
      'email', coalesce(known.email, closed_by_email), 'language', coalesce(known.language, '${defaultLanguage}')) end as "closedBy"
  from closures left join administrators as known on known.id = closed_by`;

export const lastClosure = (db: Db, reportId: string): Promise<CurrentClosure | null> =>
  firstRow(db, `select ${closureColumns} where report_id = $1 order by attempt desc limit 1`, [reportId]);

export const closureById = (db: Db, id: string): Promise<CurrentClosure | null> =>
  firstRow(db, `select ${closureColumns} where closures.id = $1`, [id]);

/** How a claim ended. */
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
 * Writes the end of a claim: the closure, its report and the entry in the history.
 * @param due the report's new due day; null where that stays
 * @param followers what is written to its duplicates
 */
export function endClosure(
  tx: Tx,
  { now }: LockedReport,
  { id, state, by, reason, status }: Ending,
  due: string | null = null,
  followers: Followers | null = null,
): Promise<void> {
  const following = followers && writeFollowers(followers, 9);
  return execute(
    tx,
    `with ${following ? `${following.text}, ` : ''}closure as (
       update closures set state = $2, reason = $3, answered_at = case when $2 <> 'unanswered' then $8::timestamptz end
       where id = $1 returning report_id
     ), report as (
       update reports set status = $4, phase = $7, closure = $2, disputes = disputes + ($2 = 'disputed')::int,
         needs_proof = $2 = 'disputed' or needs_proof and $2 <> 'confirmed',
         due = coalesce($6, due), version = version + 1, updated_at = $8
       from closure where reports.id = closure.report_id returning reports.id, schedule
     )
     insert into history (report_id, at, kind, status, schedule, made_by, text)
     select id, $8, $2, $4, schedule, $5, $3 from report`,
    [id, state, reason, status, by, due, phaseOf(status), now, ...(following?.values ?? [])],
  );
}

/**
 * Locks the report of a claim whose time is over, the oldest first, unless another transaction has locked it.
 * @param except closures to skip
 * @returns the ids of both; null when there is none
 */
export const lockLapsed = (tx: Tx, except: readonly string[]): Promise<{ id: string; reportId: string } | null> =>
  firstRow(
    tx,
    `select closures.id, report_id as "reportId" from closures join reports on reports.id = report_id
     where state = 'claimed' and answer_by <= now() and closures.id <> all($1)
     order by answer_by limit 1 for no key update of reports skip locked`,
    [except],
  );

/** Seconds until the last of all claims can no longer be answered; 0 when there is none. */
export const secondsUntilLastClaimEnds = (db: Db): Promise<number> =>
  onlyValue(
    db,
    `select coalesce(ceil(extract(epoch from max(answer_by) - now())), 0)::float8
     from closures where state = 'claimed' and answer_by > now()`,
  );

const image = '(select image from proofs where proofs.id = closures.proof_id)';

/** SQL: a closure as the reporter and administrators see it. */
const closureJson = `json_build_object('attempt', attempt, 'state', state, 'proof', ${image}, 'claimedAt', rfc3339(claimed_at),
  'answerBy', rfc3339(answer_by), 'answeredAt', rfc3339(answered_at), 'reason', reason, 'disputes', disputes)`;

/** A report's last closure, null when there is none, with the report's owner; null when there is no such report. */
export const readLastClosure = (db: Db, reportId: string) =>
  firstRow<Owned & { closure: SeenClosure | null }>(
    db,
    `select user_id, tehsil, assignee, (
       select ${closureJson} from closures where report_id = reports.id order by attempt desc limit 1) as closure
     from reports where id = $1`,
    [reportId],
  );

/** SQL: whether a link or a message can have reached the reporter; not once they were erased. */
const isReachable = '(reporter_email is not null or reporter_contact is not null)';

/** The report of a closure; null once its reporter was erased. */
export const reportOfClosure = (db: Db, id: string): Promise<string | null> =>
  firstValue(
    db,
    `select reports.id from closures join reports on reports.id = report_id where closures.id = $1 and ${isReachable}`,
    [id],
  );

/** What the link of a closure shows; null once its reporter was erased. */
export const readLinkedClosure = (db: Db, id: string): Promise<SeenByLink | null> =>
  firstValue(
    db,
    `select json_build_object('reference', reference, 'issue', issue, 'location', location, 'tehsil', tehsil,
       'status', status, 'image', image, 'proof', ${image}, 'claimedAt', rfc3339(claimed_at),
       'answerBy', rfc3339(answer_by), 'state', state, 'reason', reason) as closure
     from closures join reports on reports.id = report_id where closures.id = $1 and ${isReachable}`,
    [id],
  );
