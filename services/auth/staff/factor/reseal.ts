import type { Tx } from '@tma/kit';
import { createFactorSealing, type Sealing } from '../../credentials/sealing.ts';
import { lockSealedSecrets, replaceSealedSecret } from './factor.store.ts';

/**
 * Seals the secrets of second factors with another secret, in the caller's transaction. Those that are sealed with it already stay.
 * @returns how many were sealed anew, and the first administrator whose secret neither opens
 */
export async function resealFactors(tx: Tx, oldSecret: Buffer, secret: Buffer) {
  const before = createFactorSealing(oldSecret);
  const now = createFactorSealing(secret);
  let resealed = 0;
  for (const { adminId, sealedSecret } of await lockSealedSecrets(tx)) {
    if (opened(now, sealedSecret, adminId) !== null) continue;
    const text = opened(before, sealedSecret, adminId);
    if (text === null) return { resealed, unopened: `the second factor of administrator ${adminId}` };
    await replaceSealedSecret(tx, adminId, now.seal(text, adminId));
    resealed += 1;
  }
  return { resealed, unopened: null };
}

function opened(sealing: Sealing, sealed: Buffer, label: string): string | null {
  try {
    return sealing.unseal(sealed, label);
  } catch {
    return null;
  }
}
