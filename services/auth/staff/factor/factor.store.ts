import { allRows, anyRow, type Db, execute, firstRow, firstValue, type Tx } from '@tma/kit';

export interface Factor {
  sealedSecret: Buffer;
  /** Whether its first code has confirmed it. */
  isActive: boolean;
  recoveryCodesLeft: number;
}

const factor = `sealed_secret as "sealedSecret", active_since is not null as "isActive",
  (select count(*)::int from admin_recovery_codes where admin_id = admin_factors.admin_id) as "recoveryCodesLeft"`;

/** @returns null for an administrator who has none, not even one to confirm */
export const findFactor = (db: Db, adminId: string) =>
  firstRow<Factor>(db, `select ${factor} from admin_factors where admin_id = $1`, [adminId]);

/** The same, locked until the transaction ends. */
export const lockFactor = (tx: Tx, adminId: string) =>
  firstRow<Factor>(tx, `select ${factor} from admin_factors where admin_id = $1 for update`, [adminId]);

/** Stores a factor that is to be confirmed, in the place of an older such. @returns false where one is active */
export const saveNewFactor = (tx: Tx, adminId: string, sealedSecret: Buffer) =>
  anyRow(
    tx,
    `insert into admin_factors (admin_id, sealed_secret) values ($1, $2)
     on conflict (admin_id) do update set sealed_secret = excluded.sealed_secret, used_steps = '{}'
     where admin_factors.active_since is null`,
    [adminId, sealedSecret],
  );

export async function activateFactor(tx: Tx, adminId: string, recoveryMacs: readonly Buffer[]): Promise<void> {
  await tx.query('update admin_factors set active_since = now() where admin_id = $1', [adminId]);
  await tx.query('insert into admin_recovery_codes (admin_id, mac) select $1, unnest($2::bytea[])', [
    adminId,
    recoveryMacs,
  ]);
}

/** Uses the code of a time step up. @param oldest the first step that is remembered @returns false when it was used before */
export const takeStep = (tx: Tx, adminId: string, step: number, oldest: number) =>
  anyRow(
    tx,
    `update admin_factors
     set used_steps = array(select used from unnest(used_steps) as used where used >= $3::bigint) || $2::bigint
     where admin_id = $1 and $2::bigint <> all(used_steps)`,
    [adminId, step, oldest],
  );

/** Uses a recovery code up. @returns false when there is no such, or it was used before */
export const takeRecoveryCode = (tx: Tx, adminId: string, mac: Buffer) =>
  anyRow(tx, 'delete from admin_recovery_codes where admin_id = $1 and mac = $2', [adminId, mac]);

/** @returns whether there was an active one */
export async function deleteFactor(tx: Tx, adminId: string): Promise<boolean> {
  const text = 'delete from admin_factors where admin_id = $1 returning active_since is not null';
  return (await firstValue<boolean>(tx, text, [adminId])) ?? false;
}

/** All secrets, to be sealed anew. */
export const lockSealedSecrets = (tx: Tx) =>
  allRows<{ adminId: string; sealedSecret: Buffer }>(
    tx,
    'select admin_id as "adminId", sealed_secret as "sealedSecret" from admin_factors order by admin_id for update',
  );

export const replaceSealedSecret = (tx: Tx, adminId: string, sealed: Buffer) =>
  execute(tx, 'update admin_factors set sealed_secret = $2 where admin_id = $1', [adminId, sealed]);
