import type { Parts, Pool, ServicePlan } from '@tma/kit';
import { buildApp } from './app.ts';
import type { AuthConfig } from './config.ts';
import { openKeys, type SigningKeys } from './keys.ts';
import { insertTehsil } from './store/tehsils.store.ts';
import { startSweeping } from './sweep.ts';
import { tidyTehsil } from './tehsils.ts';

/** What the service is made of. Its own keys verify its callers: it asks nobody over HTTP. */
export function authPlan(): ServicePlan<AuthConfig> {
  let keys: Promise<SigningKeys> | undefined;
  const opened = ({ pool, config }: Pick<Parts<AuthConfig>, 'pool' | 'config'>) => {
    keys ??= openKeys(pool, config.SIGNING_KEY_SECRET);
    return keys;
  };
  return {
    name: 'auth',
    migrations: new URL('./migrations', import.meta.url),
    keys: async (parts) => (await opened(parts)).find,
    async app(parts) {
      await addFirstTehsils(parts.pool, parts.config.TEHSILS);
      return buildApp(parts, await opened(parts));
    },
    work: startSweeping,
  };
}

async function addFirstTehsils(pool: Pool, names: readonly string[]) {
  for (const name of names) await insertTehsil(pool, tidyTehsil(name));
}
