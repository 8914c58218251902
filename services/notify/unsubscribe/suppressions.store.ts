import { anyRow, type Db, execute } from '@tma/kit';

/** Records that an address wants no more invitations. It is compared without case. */
export const suppress = (db: Db, address: string) =>
  execute(db, 'insert into suppressions (address) values ($1) on conflict do nothing', [address.toLowerCase()]);

/** Whether an address wants no more invitations. */
export const isSuppressed = (db: Db, address: string) =>
  anyRow(db, 'select from suppressions where address = $1', [address.toLowerCase()]);
