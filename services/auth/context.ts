import { type BaseParts, createLinkKeys, currentAdminKey, type Parts } from '@tma/kit';
import type { AuthConfig } from './config.ts';
import { createDevices } from './credentials/browser/devices.ts';
import type { Auth } from './credentials/context.ts';
import { createHashing } from './credentials/passwords/hashing.ts';
import { createLimits } from './credentials/rate-limits.ts';
import { factorKey } from './credentials/sealing.ts';
import { openKeys, type SigningKeys } from './keys/signing-keys.ts';

export type AuthOwn = Omit<Auth, keyof Parts> & { keys: SigningKeys };

export async function buildOwn({ pool, redis, config }: BaseParts<AuthConfig>): Promise<AuthOwn> {
  return {
    keys: await openKeys(pool, config.SIGNING_KEY_SECRET),
    linkKeys: createLinkKeys(config.LINK_SECRET),
    hashing: await createHashing(),
    limits: createLimits(redis, config),
    devices: createDevices(config.SIGNING_KEY_SECRET, { isSecure: config.PUBLIC_URL.startsWith('https:') }),
    factorKey: factorKey(config.SIGNING_KEY_SECRET),
    adminKey: currentAdminKey(config),
  };
}
