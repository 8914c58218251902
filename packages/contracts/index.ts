import { administrationOperations } from './administration.ts';
import { identityOperations } from './identity.ts';
import type { Operation } from './operation.ts';
import { portalOperations } from './portal.ts';
import { reportingOperations } from './reporting.ts';
import { tableOperations } from './tables.ts';

/** Every HTTP operation there is, by its id. */
export const operations = {
  ...identityOperations,
  ...tableOperations,
  ...administrationOperations,
  ...reportingOperations,
  ...portalOperations,
};

export type Operations = typeof operations;
export type OperationId = keyof Operations;

/** The same, for whoever needs only what all operations share. */
export const operationList: readonly (Operation & { id: OperationId })[] = Object.entries(operations).map(
  ([id, operation]) => ({ ...operation, id: id as OperationId }),
);

export * from './administration.ts';
export * from './contact.ts';
export * from './events.ts';
export * from './full-name.ts';
export * from './identity.ts';
export * from './issues.ts';
export * from './lifetimes.ts';
export * from './limits.ts';
export * from './operation.ts';
export * from './page-policy.ts';
export * from './pages.ts';
export * from './passwords.ts';
export * from './portal.ts';
export * from './problem.ts';
export * from './reporting.ts';
export * from './rules.ts';
export * from './social.ts';
export * from './status.ts';
export * from './tables.ts';
