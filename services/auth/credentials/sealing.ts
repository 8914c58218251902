import { hkdfSync } from 'node:crypto';
import { CommandFailed, seal, tryUnseal, unseal } from '@tma/kit';

/** The key that seals the secrets of second factors, and nothing else. @param secret of the service, 32 bytes */
export const factorKey = (secret: Buffer) => Buffer.from(hkdfSync('sha256', secret, '', 'second factor', 32));

/** The text that was sealed. Throws when the secret, the label or the bytes differ: after a restore beside another secret. */
export function openSealed(sealed: Buffer, key: Buffer, label: string, what: string): string {
  try {
    return unseal(sealed, key, label);
  } catch (error) {
    throw new Error(`SIGNING_KEY_SECRET does not open ${what} in the database`, { cause: error });
  }
}

/** Something that is stored sealed in the database, and how it is replaced when it is sealed anew. */
interface Sealed {
  label: string;
  sealed: Buffer;
  what: string;
  replace(sealed: Buffer): Promise<void>;
}

/**
 * Seals with another key what is not sealed with it yet. Throws `CommandFailed` where neither key opens something.
 * @returns how many were sealed anew
 */
export async function resealAll(all: readonly Sealed[], oldKey: Buffer, key: Buffer): Promise<number> {
  let resealed = 0;
  for (const { label, sealed, what, replace } of all) {
    if (tryUnseal(sealed, key, label) !== null) continue;
    const text = tryUnseal(sealed, oldKey, label);
    if (text === null)
      throw new CommandFailed(
        `Neither SIGNING_KEY_SECRET_OLD nor SIGNING_KEY_SECRET opens ${what}. Nothing was changed.`,
      );
    await replace(seal(text, key, label));
    resealed += 1;
  }
  return resealed;
}
