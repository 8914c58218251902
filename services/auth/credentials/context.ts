import type { LinkKeys, Parts } from '@tma/kit';
import type { JWTPayload } from 'jose';
import type { AuthConfig } from '../config.ts';
import type { Devices } from './browser/devices.ts';
import type { Hashing } from './passwords/hashing.ts';
import type { Limits } from './rate-limits.ts';

/** The parts that the routes of this service use. */
export interface Auth extends Parts<AuthConfig> {
  keys: TokenSigner;
  linkKeys: LinkKeys;
  hashing: Hashing;
  limits: Limits;
  devices: Devices;
  /** The key that seals the secrets of second factors. */
  factorKey: Buffer;
  /** Reads the current admin secret key. Throws 503 while there is none. */
  adminKey: () => string;
}

export interface TokenSigner {
  /** Reads the keys unless that was just done. Throws where they cannot be read. */
  ready(): Promise<unknown>;
  /** Signs claims with the newest key that every service knows. @returns a JWT */
  sign(claims: JWTPayload): Promise<string>;
}
