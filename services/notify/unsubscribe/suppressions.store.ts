import { anyRow, type Db, execute } from '@tma/kit';

/** Records that an address wants no more invitations, and cancels those that wait. It is compared without case. */
export const suppress = (db: Db, address: string) =>
  execute(
    db,
    `with suppressed as (insert into suppressions (address) values ($1) on conflict do nothing)
     delete from deliveries where recipient = $2 and kind = 'InviteRequested' and state in ('queued', 'deferred')`,
    [address.toLowerCase(), address],
  );

/** Whether an address wants no more invitations. */
export const isSuppressed = (db: Db, address: string) =>
  anyRow(db, 'select from suppressions where address = $1', [address.toLowerCase()]);
