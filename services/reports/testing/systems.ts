import { issuerOf, signSystemToken } from '@tma/kit';
import { v7 as uuid } from 'uuid';
import type { TestService } from './index.ts';

/** Another system that submits reports of a tehsil, as the service open311 describes it. */
export async function newSystem(reports: Pick<TestService, 'config'>, tehsil: string, claims: object = {}) {
  const system = { id: uuid(), tehsil, name: 'City app', mayOmitMedia: true, isUsedUp: false, ...claims };
  return { ...system, token: await signSystemToken(reports.config.OPEN311_SECRET, issuerOf(reports.config), system) };
}
