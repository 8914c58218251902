import { roleChanged, type ServicePlan, sessionsEnded } from '@tma/kit';
import { buildApp } from './app.ts';
import type { Open311Config } from './config.ts';
import { buildOwn, type Open311Own } from './context.ts';

export const plan: ServicePlan<Open311Config, Open311Own> = {
  name: 'open311',
  schema: new URL('./schema/', import.meta.url),
  build: buildOwn,
  app: buildApp,
  // Heads manage keys here: their current role and the end of their session count.
  handlers: () => ({ SessionsEnded: sessionsEnded, RoleChanged: roleChanged }),
};
