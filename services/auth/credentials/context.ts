import type { LinkKeys, Parts, ServiceConfig } from '@tma/kit';
import type { JWTPayload } from 'jose';
import type { Hashing } from './hashing.ts';
import type { Limits } from './rate-limits.ts';

/** What the routes of this service work with. */
export interface Auth extends Parts<ServiceConfig & { ALLOWED_REDIRECTS: string[] }> {
  keys: TokenSigner;
  linkKeys: LinkKeys;
  hashing: Hashing;
  limits: Limits;
  /** The key that makes administrators, as it is now. Throws 503 while there is none. */
  adminKey: () => string;
}

export interface TokenSigner {
  /** Signs claims with the newest key that every service knows. @returns a JWT */
  sign(claims: JWTPayload): Promise<string>;
}
