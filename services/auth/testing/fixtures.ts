import { randomInt } from 'node:crypto';
import { v7 as uuid } from 'uuid';

export const portal = 'http://portal.test';
export const secretKey = 'the secret key of this test';
export const goodPassword = 'correct horse battery';

/** A loopback address that no other test has used, so that limits by IP count each caller apart. */
export const newIp = () => `127.${randomInt(1, 255)}.${randomInt(256)}.${randomInt(1, 255)}`;
export const newEmail = () => `${uuid()}@example.org`;

/** A token's claims, not verified. */
export const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
