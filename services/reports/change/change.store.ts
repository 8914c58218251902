/** Changes of reports, and the entries that they leave in their history. */
import { counted, phaseOf } from '@tma/contracts';
import { anyRow, onlyValue, type Tx } from '@tma/kit';
import type { NextClosure } from '../report/closure/closures.store.ts';
import { type Followers, writeFollowers } from '../report/followers/followers.store.ts';
import { type Act, saveAct } from '../report/history.store.ts';
import type { LockedReport, State } from '../report/locks.store.ts';
import type { Assignee } from '../report/people/administrators.store.ts';
import { adminReportJson, type SeenByAdmin } from '../report/reports.store.ts';

interface Change {
  to: State;
  /** The administrator. */
  by: string;
  /** The closure that begins, or `withdrawn` where the last one is; null where it stays as it is. Lists show it. */
  closing: NextClosure | 'withdrawn' | null;
  /** The current day, `YYYY-MM-DD`. */
  today: string;
  /** Its new due day; null where that stays. */
  due: string | null;
  /** What is written to its duplicates. */
  followers: Followers | null;
}

/** SQL: the newest proof of a report that no closure has. A closure that begins with the change is written before it. */
const unusedProof = `select id from proofs
  where report_id = reports.id and not exists (select from closures where proof_id = proofs.id) order by at desc, id desc limit 1`;

/** Writes a report's new state and its history; `closed_at` stays when it is opened. @returns it as staff see it */
export function saveState(
  tx: Tx,
  { id, now }: LockedReport,
  { to, by, closing, today, due, followers }: Change,
): Promise<SeenByAdmin> {
  const following = followers && writeFollowers(followers, 13);
  const begun = closing === 'withdrawn' ? null : closing;
  return onlyValue(
    tx,
    `with ${following ? `${following.text}, ` : ''}entry as (
       insert into history (report_id, at, kind, status, schedule, made_by, administrator_id)
       values ($1, $12, 'changed', $2, $3, 'administration', $4)
     )
     update reports set status = $2, phase = $11, schedule = $3, version = version + 1,
       updated_at = $12, closure = case when $6 then $7 else closure end,
       proof = case when $6 then $8 else proof end, due = coalesce($10, due),
       closed_at = case when $5 and status <> $2 then $12 else closed_at end,
       proof_waiting = case when $7 = 'claimed' then (${unusedProof}) else proof_waiting end
     where id = $1 returning ${adminReportJson('$9')}`,
    [
      ...[id, to.status, to.schedule, by, to.status === counted.completed, closing !== null],
      ...[begun && 'claimed', begun?.proof ?? null, today, due, phaseOf(to.status), now],
      ...(following?.values ?? []),
    ],
  );
}

/** Who makes a change, and when. */
type Made = Pick<Act, 'by' | 'today'>;

export const saveAssignee = (tx: Tx, report: LockedReport, assignee: Assignee | null, made: Made) =>
  saveAct(tx, report, { kind: 'assigned', text: assignee?.name ?? null, ...made }, 'assignee = $9', [
    assignee?.id ?? null,
  ]);

/** Hides a report or shows it again. */
export const saveHidden = (tx: Tx, report: LockedReport, hidden: boolean, reason: string | null, made: Made) =>
  saveAct(
    tx,
    report,
    { kind: hidden ? 'hidden' : 'shown', text: reason, ...made },
    'hidden = $9, hidden_reason = $10',
    [hidden, hidden ? reason : null],
  );

/** Saves the exact point that the office gives: degrees of WGS 84, with six decimals. */
export const savePoint = (tx: Tx, report: LockedReport, { lat, long }: { lat: number; long: number }, made: Made) =>
  saveAct(tx, report, { kind: 'moved', ...made }, 'lat = $9, long = $10, accuracy = null', [lat, long]);

/** Removes the picture of a report. @returns false where it has none */
export const deletePicture = (tx: Tx, { id, now }: LockedReport): Promise<boolean> =>
  anyRow(
    tx,
    'update reports set image = null, version = version + 1, updated_at = $2 where id = $1 and image is not null',
    [id, now],
  );
