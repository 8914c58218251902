import { type Db, named } from '@tma/kit';

/** Records that an address wants no more invitations. It is compared without case. */
export async function suppress(db: Db, address: string): Promise<void> {
  await db.query('insert into suppressions (address) values ($1) on conflict do nothing', [address.toLowerCase()]);
}

/** Whether an address wants no more invitations. */
export async function isSuppressed(db: Db, address: string): Promise<boolean> {
  const { rowCount } = await db.query(named('select from suppressions where address = $1'), [address.toLowerCase()]);
  return rowCount === 1;
}
