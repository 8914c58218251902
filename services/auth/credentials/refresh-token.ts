import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits. */
export const createRefreshToken = () => randomBytes(32).toString('base64url');

/** What is stored of a refresh token. It has enough entropy for a plain hash. */
export const hashRefreshToken = (token: string) => createHash('sha256').update(token).digest();
