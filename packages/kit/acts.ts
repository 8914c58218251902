import type { AuditKind, AuditWriter } from '@tma/contracts';
import { v7 as uuid } from 'uuid';
import type { Tx } from './db.ts';
import { appendEvent } from './outbox.ts';

export interface Act {
  kind: AuditKind;
  /** A report's reference, the name of an administrator or of the thing; never a telephone number, nor what people wrote. */
  about?: string;
  /** Instead of `about`, the id of the resident concerned: the log shows their name as long as they have an account. */
  person?: string;
  /** The new value (a role, a number of days), or the reason (why a picture was removed), without telephone numbers. */
  detail?: string | null;
}

/**
 * Writes into the audit log, by an event, what a member of staff did or read. It belongs in the act's own transaction;
 * a read gets a transaction for it, and is answered after the commit: what cannot be logged is not done.
 * @param by the caller; `id` is null of a caller without an account. The entry is in the log of their tehsil
 */
export const noteAct = (
  tx: Tx,
  writer: AuditWriter,
  { id, tehsil }: { id: string | null; tehsil: string },
  { kind, about = '', person, detail = null }: Act,
): Promise<void> =>
  appendEvent(tx, 'StaffActed', id ?? uuid(), { kind, tehsil, by: id, about, detail, person }, { writer });
