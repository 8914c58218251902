import type { LinkKeys, Parts, ServiceConfig } from '@tma/kit';
import type { JWTPayload } from 'jose';
import type { Devices } from './devices.ts';
import type { Hashing } from './hashing.ts';
import type { Limits } from './rate-limits.ts';

interface OwnSettings {
  /** Who may register as an administrator with the secret key; absent: by `NODE_ENV`. */
  ADMIN_REGISTRATION?: 'key' | 'first' | undefined;
  /** Whether administrators need a second factor. */
  ADMIN_SECOND_FACTOR: 'optional' | 'required';
  ALLOWED_REDIRECTS: string[];
  SMS: 'on' | 'off';
  SMS_COUNTRIES: string[];
  /** In minutes. */
  REAUTH_AFTER: number;
}

/** What the routes of this service work with. */
export interface Auth extends Parts<ServiceConfig & OwnSettings> {
  keys: TokenSigner;
  linkKeys: LinkKeys;
  hashing: Hashing;
  limits: Limits;
  devices: Devices;
  /** What seals the secrets of second factors. */
  factorKey: Buffer;
  /** The key that makes administrators, as it is now. Throws 503 while there is none. */
  adminKey: () => string;
}

export interface TokenSigner {
  /** Reads the keys unless that was just done. Throws where they cannot be read. */
  ready(): Promise<unknown>;
  /** Signs claims with the newest key that every service knows. @returns a JWT */
  sign(claims: JWTPayload): Promise<string>;
}
