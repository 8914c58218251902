import type { Pool, ServicePlan } from '@tma/kit';
import { startTellingOfUntold } from './accounts/tell-administrators.ts';
import { buildApp } from './app.ts';
import type { AuthConfig } from './config.ts';
import { type AuthOwn, buildOwn } from './context.ts';
import { startLoggingNotes } from './log-notes.ts';
import { insertTehsil } from './stores/tehsils.store.ts';
import { startSweeping } from './sweep.ts';
import { normalizeTehsil } from './tehsils.ts';

/** What the service is made of. It verifies tokens with its own keys; the other services fetch them from it. */
export const plan: ServicePlan<AuthConfig, AuthOwn> = {
  name: 'auth',
  migrations: new URL('./migrations', import.meta.url),
  async build(base) {
    await addConfiguredTehsils(base.pool, base.config.TEHSILS);
    const own = await buildOwn(base);
    return { ...own, tokenKeys: own.keys.find };
  },
  app: buildApp,
  background(parts) {
    const stops = [startSweeping(parts), startLoggingNotes(parts), startTellingOfUntold(parts)];
    return async () => void (await Promise.all(stops.map((stop) => stop())));
  },
};

async function addConfiguredTehsils(pool: Pool, names: readonly string[]) {
  for (const name of names) await insertTehsil(pool, normalizeTehsil(name));
}
