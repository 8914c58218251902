/** Changes of a report's state, and the entries that they leave in its history. */
import { counted, phaseOf } from '@tma/contracts';
import { named, type Tx } from '@tma/kit';
import { unusedProof } from '../report/closure/closures.store.ts';
import { type Followers, writeFollowers } from '../report/duplicates/followers.store.ts';
import type { LockedReport, State } from '../report/locks.store.ts';
import { adminReportJson, type SeenByAdmin } from '../report/reports.store.ts';

/** What lists show of a report's last closure. */
export interface Listed {
  closure: 'claimed' | null;
  /** The picture that the closure begins with: its public path, and the proof's id. */
  proof: string | null;
  proofId: string | null;
}

interface Change {
  to: State;
  /** The administrator. */
  by: string;
  /** What lists show of its closure after it; absent where that stays as it is. */
  listed?: Listed | undefined;
  /** The current day, `YYYY-MM-DD`. */
  today: string;
  /** Its due day where that moves. */
  due: string | null;
  /** What its duplicates take over. */
  followers: Followers | null;
}

/**
 * Writes a report's new state and its entry in the history. `closed_at` stays once it is open again.
 * @returns the report as administrators see it
 */
export async function saveState(
  tx: Tx,
  { id, now }: LockedReport,
  { to, by, listed, today, due, followers }: Change,
): Promise<SeenByAdmin> {
  const following = followers && writeFollowers(followers, 14);
  const { rows } = await tx.query<{ report: SeenByAdmin }>(
    named(`with ${following ? `${following.text}, ` : ''}entry as (
       insert into history (report_id, at, kind, status, schedule, made_by, administrator_id)
       values ($1, $13, 'changed', $2, $3, 'administration', $4)
     )
     update reports set status = $2, phase = $11, schedule = $3, version = version + 1,
       updated_at = $13, closure = case when $6 then $7 else closure end,
       proof = case when $6 then $8 else proof end, due = coalesce($10, due),
       closed_at = case when $5 and status <> $2 then $13 else closed_at end,
       proof_waiting = case when $7 = 'claimed' then (${unusedProof('reports.id', '$12')}) else proof_waiting end
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
      phaseOf(to.status),
      listed?.proofId ?? null,
      now,
      ...(following?.values ?? []),
    ],
  );
  if (!rows[0]) throw new Error('a locked report is missing');
  return rows[0].report;
}
