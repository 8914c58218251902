import { createHash, randomBytes } from 'node:crypto';

/** The beginning of every key, so that a leaked one can be recognised. */
const prefix = 'tma_';

export const newSecret = () => prefix + randomBytes(32).toString('base64url');

/** The hash by which a key is stored and found. */
export const hashOf = (secret: string) => createHash('sha256').update(secret).digest();
