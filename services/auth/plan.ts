import type { Pool, ServicePlan } from '@tma/kit';
import { buildApp } from './app.ts';
import type { AuthConfig } from './config.ts';
import { type AuthOwn, buildOwn } from './context.ts';
import { insertTehsil } from './store/tehsils.store.ts';
import { startSweeping } from './sweep.ts';
import { tidyTehsil } from './tehsils.ts';

/** What the service is made of. Its own keys verify its callers: it asks nobody over HTTP. */
export const plan: ServicePlan<AuthConfig, AuthOwn> = {
  name: 'auth',
  migrations: new URL('./migrations', import.meta.url),
  async build(base) {
    await addFirstTehsils(base.pool, base.config.TEHSILS);
    const own = await buildOwn(base);
    return { ...own, tokenKeys: own.keys.find };
  },
  app: buildApp,
  background: startSweeping,
};

async function addFirstTehsils(pool: Pool, names: readonly string[]) {
  for (const name of names) await insertTehsil(pool, tidyTehsil(name));
}
