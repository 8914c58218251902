import { roleChanged, type ServicePlan, sessionsEnded } from '@tma/kit';
import { buildApp } from './app.ts';
import type { Open311Config } from './config.ts';
import { buildOwn, type Open311Own } from './context.ts';

/** What the service is made of. */
export const plan: ServicePlan<Open311Config, Open311Own> = {
  name: 'open311',
  schema: new URL('./schema/', import.meta.url),
  build: buildOwn,
  app: buildApp,
  // What heads may is decided by their role of now, and only while their session lasts.
  handlers: () => ({ SessionsEnded: sessionsEnded, RoleChanged: roleChanged }),
};
