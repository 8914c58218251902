import { type ServicePlan, transaction } from '@tma/kit';
import { buildApp } from './app.ts';
import type { AuthConfig } from './config.ts';
import { type AuthOwn, buildOwn } from './context.ts';
import { startLoggingNotes } from './credentials/security-log/log-notes.ts';
import { handlers } from './events.ts';
import { normalizeTehsil } from './person/tehsil.ts';
import { insertTehsil } from './person/tehsils.store.ts';
import { startSweeping } from './sweep.ts';

/** What the service consists of. It verifies tokens with its own keys; the other services fetch them from it. */
export const plan: ServicePlan<AuthConfig, AuthOwn> = {
  name: 'auth',
  schema: new URL('./schema/', import.meta.url),
  async build(base) {
    const { pool, config } = base;
    for (const name of config.TEHSILS) await transaction(pool, (tx) => insertTehsil(tx, normalizeTehsil(name)));
    const own = await buildOwn(base);
    return { ...own, tokenKeys: own.keys.find };
  },
  app: buildApp,
  handlers,
  background: (parts) => [startSweeping(parts), startLoggingNotes(parts)],
};
