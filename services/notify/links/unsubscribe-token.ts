import { createHmac, timingSafeEqual } from 'node:crypto';

const sign = (address: string, secret: string) =>
  createHmac('sha256', secret).update(`unsubscribe:${address}`).digest();

/** The token by which one address stops invitations: `address.signature`, base64url. It never expires: mails are kept for years. */
export const createUnsubscribeToken = (address: string, secret: string): string =>
  `${Buffer.from(address).toString('base64url')}.${sign(address, secret).toString('base64url')}`;

/** @returns the address that a token was made for, or null when it was not made with this secret */
export function readUnsubscribeToken(token: string, secret: string): string | null {
  const [encoded = '', signature = ''] = token.split('.');
  const address = Buffer.from(encoded, 'base64url').toString();
  const given = Buffer.from(signature, 'base64url');
  const expected = sign(address, secret);
  return given.length === expected.length && timingSafeEqual(given, expected) ? address : null;
}
