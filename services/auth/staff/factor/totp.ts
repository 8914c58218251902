import { randomBytes } from 'node:crypto';
// Not otplib, which is six packages and as many plugins: this is one, with one dependency, and both are kept up.
import { Secret, TOTP } from 'otpauth';

/** As long as the hash of SHA-1, as RFC 4226 recommends. */
const secretBytes = 20;
/** How many steps of 30 s a code may be early or late. */
const stepsOff = 1;

const rule = { algorithm: 'SHA1', digits: 6, period: 30 } as const;

/** @returns 160 random bits in base32 */
export const createFactorSecret = () => new Secret({ buffer: new Uint8Array(randomBytes(secretBytes)).buffer }).base32;

/** What an app reads from the picture: https://github.com/google/google-authenticator/wiki/Key-Uri-Format. */
export const uriOf = (secret: string, { email, tehsil }: { email: string; tehsil: string }) =>
  new TOTP({ ...rule, issuer: `TMA ${tehsil}`, label: email, secret }).toString();

/**
 * The time step (of 30 s, since 1970) of which this is the code, the nearest one where it is that of several; null when it is
 * of none from the one before to the one after now.
 */
export function stepOf(code: string, secret: string): number | null {
  if (!/^[0-9]{6}$/.test(code)) return null;
  const timestamp = Date.now();
  const off = TOTP.validate({ ...rule, token: code, secret: Secret.fromBase32(secret), window: stepsOff, timestamp });
  return off === null ? null : TOTP.counter({ period: rule.period, timestamp }) + off;
}

/** For how many steps it is remembered that a code was used: for an instance whose clock is behind it is still right. */
const stepsRemembered = 20;

/** The oldest step whose code may still be right, by the clock of any instance. */
export const oldestStep = () => TOTP.counter({ period: rule.period }) - stepsRemembered;
