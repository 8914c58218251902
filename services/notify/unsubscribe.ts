import { createHmac, timingSafeEqual } from 'node:crypto';

const sign = (address: string, secret: string) =>
  createHmac('sha256', secret).update(`unsubscribe:${address}`).digest();

/** The token of a link by which one address, and no other, stops invitations. It has no end: mails are kept for years. */
export const unsubscribeToken = (address: string, secret: string) =>
  `${Buffer.from(address).toString('base64url')}.${sign(address, secret).toString('base64url')}`;

/** The address that a token speaks for, or null when the token is not ours. */
export function addressOf(token: string, secret: string): string | null {
  const [encoded = '', signature = ''] = token.split('.');
  const address = Buffer.from(encoded, 'base64url').toString();
  const given = Buffer.from(signature, 'base64url');
  const expected = sign(address, secret);
  return given.length === expected.length && timingSafeEqual(given, expected) ? address : null;
}
