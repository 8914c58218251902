import type { Parts } from '@tma/kit';
import type { AuthConfig } from './config.ts';
import { createHashing, type Hashing } from './hashing.ts';
import type { SigningKeys } from './keys.ts';
import { createLimits, type Limits } from './limits.ts';

/** What the routes of this service work with. */
export interface Auth extends Parts<AuthConfig> {
  keys: SigningKeys;
  hashing: Hashing;
  limits: Limits;
}

export async function createAuth(parts: Parts<AuthConfig>, keys: SigningKeys): Promise<Auth> {
  return { ...parts, keys, hashing: await createHashing(), limits: createLimits(parts.redis, parts.config) };
}
