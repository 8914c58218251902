import { hkdfSync } from 'node:crypto';
import { seal, unseal } from '@tma/kit';

/** Seals texts (kit's sealing.ts). */
export interface Sealing {
  seal(text: string, label: string): Buffer;
  /** Throws when the secret, the label or the bytes differ: after a restore beside another secret. */
  unseal(sealed: Buffer, label: string): string;
}

/** Seals the secrets of second factors. @param secret of the service, 32 bytes; the key is made from it, and opens nothing else */
export function createFactorSealing(secret: Buffer): Sealing {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'second factor', 32));
  return {
    seal: (text, label) => seal(text, key, label),
    unseal(sealed, label) {
      try {
        return unseal(sealed, key, label);
      } catch (error) {
        throw new Error('SIGNING_KEY_SECRET does not open a second factor in the database', { cause: error });
      }
    },
  };
}
