import { type BaseParts, createLinkKeys, type LinkKeys, type Parts } from '@tma/kit';
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
}

/** What the routes of this service work with. */
export type Auth = Parts<AuthConfig> & AuthOwn;

export async function buildOwn({ pool, redis, config }: BaseParts<AuthConfig>): Promise<AuthOwn> {
  return {
    keys: await openKeys(pool, config.SIGNING_KEY_SECRET),
    linkKeys: createLinkKeys(config.LINK_SECRET),
    hashing: await createHashing(),
    limits: createLimits(redis, config),
  };
}
