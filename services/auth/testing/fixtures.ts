import { randomInt } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';

export const portal = 'http://portal.test';
export const secretKey = 'the secret key of this test';
export const goodPassword = 'correct horse battery';

/** A loopback address that no other test has used, so that limits by IP count each caller apart. */
export const newIp = () => `127.${randomInt(1, 255)}.${randomInt(256)}.${randomInt(1, 255)}`;
/** An IPv6 network that no other test has used, without its last 64 bits: `2001:db8:1:2`. */
export const newNetwork = () => {
  const group = () => randomInt(1, 0x10000).toString(16);
  return `2001:db8:${group()}:${group()}`;
};
/** An address in a network of its own. */
export const newIp6 = () => `${newNetwork()}::1`;
export const newEmail = () => `${uuid()}@example.org`;

/** A token's claims, not verified. */
export const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

/** What an answer past a limit looks like. */
export const tooMany = (code: string) => ({ status: 429, body: expect.objectContaining({ code }) });

/** Does something so many times, one after the other. @returns what each returned */
export async function times<T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let index = 0; index < count; index += 1) results.push(await work(index));
  return results;
}
