import type { Db } from '@tma/kit';

/** Records that an address wants no more invitations. It is compared without case. */
export async function suppress(db: Db, address: string): Promise<void> {
  await db.query('insert into suppressions (address) values ($1) on conflict do nothing', [address.toLowerCase()]);
}
