import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const ivBytes = 12;
const tagBytes = 16;

/**
 * Encrypts with AES-256-GCM.
 * @param secret 32 bytes
 * @param label bound to the text: it can be unsealed with the same label only
 * @returns iv (12 bytes), authentication tag (16), ciphertext; this is how keys lie in databases (decision 021)
 */
export function seal(text: string, secret: Buffer, label: string): Buffer {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', secret, iv).setAAD(Buffer.from(label));
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]);
}

/** The text that was sealed. Throws when the secret, the label or the bytes differ. */
export function unseal(sealed: Buffer, secret: Buffer, label: string): string {
  const decipher = createDecipheriv('aes-256-gcm', secret, sealed.subarray(0, ivBytes), { authTagLength: tagBytes })
    .setAAD(Buffer.from(label))
    .setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes));
  return decipher.update(sealed.subarray(ivBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8');
}

/** The same; null where they differ. */
export function tryUnseal(sealed: Buffer, secret: Buffer, label: string): string | null {
  try {
    return unseal(sealed, secret, label);
  } catch {
    return null;
  }
}
