/** The contract between browser, gateway and services: operations and events by owner, and shared definitions. */
import { fileOperations } from './files/operations.ts';
import { identityOperations } from './identity/operations.ts';
import { mailOperations } from './mail/operations.ts';
import { open311Operations } from './open311/operations.ts';
import type { Operation } from './operation.ts';
import { portalOperations } from './portal/operations.ts';
import { reportOperations } from './reports/operations.ts';

/** Every HTTP operation, by its id. */
export const operations = {
  ...identityOperations,
  ...reportOperations,
  ...fileOperations,
  ...mailOperations,
  ...open311Operations,
  ...portalOperations,
};

export type Operations = typeof operations;
export type OperationId = keyof Operations;

/** The same as a list with the common type. */
export const operationList: readonly (Operation & { id: OperationId })[] = Object.entries(operations).map(
  ([id, operation]) => ({ ...operation, id: id as OperationId }),
);

export * from './audit.ts';
export * from './audit-kinds.ts';
export * from './events.ts';
export * from './files/shapes.ts';
export * from './identity/full-name.ts';
export * from './identity/links.ts';
export * from './identity/passwords.ts';
export * from './identity/shapes.ts';
export { StaffMember } from './identity/staff.ts';
export * from './languages.ts';
export * from './lifetimes.ts';
export * from './limits.ts';
export * from './log/audit-end.ts';
export * from './log/bytes.ts';
export * from './log/late.ts';
export * from './log/leaf.ts';
export * from './log/note.ts';
export * from './log/tiles.ts';
export * from './log/tree.ts';
export { closureMessageKind, closureReplyKind, replyAddress } from './messages/events.ts';
export * from './open311/shapes.ts';
export type * from './operation.ts';
export * from './pages.ts';
export * from './parts.ts';
export * from './portal/contact.ts';
export * from './portal/page-policy.ts';
export * from './problem.ts';
export * from './reports/box.ts';
export * from './reports/issues.ts';
export type { PublicReport, PublicUpdate } from './reports/other-systems.ts';
export { PublicRecord } from './reports/record.ts';
export * from './reports/shapes.ts';
export * from './reports/statuses.ts';
export * from './roles.ts';
export * from './scalars.ts';
