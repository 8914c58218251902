import { allRows, type Tx } from '@tma/kit';
import { noteDeleted, type Removal } from '../storage/removals.store.ts';

/**
 * Deletes the rows of a person's unclaimed uploads of a refused report, or of the one upload with this id. A proof is deleted only
 * by its id: other proofs of its report may not be claimed yet.
 */
export const deleteUnclaimed = (tx: Tx, reportId: string, ownerId: string, id: string | null) =>
  allRows<Removal>(
    tx,
    `with deleted as (
       delete from uploads where report_id = $1 and owner_id = $2 and claimed_at is null
         and case when $3::uuid is null then kind <> 'proof' else id = $3 end
       returning id, public_name
     ) ${noteDeleted}`,
    [reportId, ownerId, id],
  );

/**
 * Deletes the rows of at most `limit` uploads from before `before` that no report claimed. One is kept until a later one was
 * claimed: while no claims arrive, a missing claim means nothing.
 */
export const deleteUnclaimedBefore = (tx: Tx, before: Date, limit: number) =>
  allRows<Removal>(
    tx,
    `with deleted as (
       delete from uploads where id in (
         select id from uploads
         where claimed_at is null and created_at < $1
           and created_at < (select max(created_at) from uploads where claimed_at is not null)
         order by created_at limit $2 for update skip locked
       ) returning id, public_name
     ) ${noteDeleted}`,
    [before, limit],
  );
