import { type BaseParts, createLinkKeys, currentAdminKey, type LinkKeys, type Parts } from '@tma/kit';
import type { AuthConfig } from './config.ts';
import { createHashing, type Hashing } from './hashing.ts';
import { openKeys, type SigningKeys } from './keys.ts';
import { createLimits, type Limits } from './rate-limits.ts';

/** The parts that only this service has. */
export interface AuthOwn {
  keys: SigningKeys;
  linkKeys: LinkKeys;
  hashing: Hashing;
  limits: Limits;
  /** The key that makes administrators, as it is now. Throws 503 while there is none. */
  adminKey: () => string;
}

/** What the routes of this service work with. */
export type Auth = Parts<AuthConfig> & AuthOwn;

export async function buildOwn({ pool, redis, config }: BaseParts<AuthConfig>): Promise<AuthOwn> {
  return {
    keys: await openKeys(pool, config.SIGNING_KEY_SECRET),
    linkKeys: createLinkKeys(config.LINK_SECRET),
    hashing: await createHashing(),
    limits: createLimits(redis, config),
    adminKey: currentAdminKey(config),
  };
}
