import type { Tx } from '@tma/kit';
import { factorKey, resealAll } from '../../credentials/sealing.ts';
import { lockSealedSecrets, replaceSealedSecret } from './factor.store.ts';

/** Seals the secrets of second factors with another secret, in the caller's transaction, as `resealAll` does. */
export async function resealFactors(tx: Tx, oldSecret: Buffer, secret: Buffer): Promise<number> {
  const secrets = (await lockSealedSecrets(tx)).map(({ adminId, sealedSecret }) => ({
    label: adminId,
    sealed: sealedSecret,
    what: `the second factor of administrator ${adminId}`,
    replace: (sealed: Buffer) => replaceSealedSecret(tx, adminId, sealed),
  }));
  return resealAll(secrets, factorKey(oldSecret), factorKey(secret));
}
