import { repeat, type ServicePlan } from '@tma/kit';
import { buildApp } from './app.ts';
import type { ReportsConfig } from './config.ts';
import { buildOwn, type ReportsOwn } from './context.ts';
import { handlers } from './events.ts';
import { deleteExpiredKeys } from './stores/idempotency-keys.store.ts';

/** What the service is made of. */
export const plan: ServicePlan<ReportsConfig, ReportsOwn> = {
  name: 'reports',
  migrations: new URL('./migrations', import.meta.url),
  build: async (base) => buildOwn(base),
  app: buildApp,
  handlers,
  background: ({ pool, log }) =>
    repeat(3_600_000, () => deleteExpiredKeys(pool), log, 'old idempotency keys could not be forgotten'),
};
