import { createHash, randomBytes } from 'node:crypto';

/** A refresh token or the token of a mailed link: 256 random bits, safe in a URL. */
export const createOpaqueToken = () => randomBytes(32).toString('base64url');

/** What is stored of such a token. It has enough entropy for a plain hash. */
export const hashOpaqueToken = (token: string) => createHash('sha256').update(token).digest();
