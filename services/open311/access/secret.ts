import { createHash, randomBytes } from 'node:crypto';

/** What a key begins with: whoever finds one somewhere knows what it is of. */
const prefix = 'tma_';

export const newSecret = () => prefix + randomBytes(32).toString('base64url');

/** By which a key is found. */
export const hashOf = (secret: string) => createHash('sha256').update(secret).digest();
