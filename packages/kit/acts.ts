import type { AuditKind, AuditWriter } from '@tma/contracts';
import { v7 as uuid } from 'uuid';
import type { Tx } from './db.ts';
import { appendEvent } from './outbox.ts';

export interface Act {
  kind: AuditKind;
  /** A report's reference, the name of an administrator or of the thing; never a telephone number, nor what people wrote. */
  about?: string;
  /** The id of the resident whom it is about, in its place: the log shows their name as long as they have an account. */
  person?: string;
  /** What it is now: a role, a number of days; why a picture was removed. */
  detail?: string | null;
}

/**
 * Has the audit log say what one of staff did or read. In the act's own transaction; what is read is answered after the commit of
 * one: what cannot be written down is not done.
 * @param by the caller; with `id` null where it was nobody with an account. It is in the log of that tehsil
 */
export const noteAct = (
  tx: Tx,
  writer: AuditWriter,
  { id, tehsil }: { id: string | null; tehsil: string },
  { kind, about = '', person, detail = null }: Act,
): Promise<void> =>
  appendEvent(tx, 'StaffActed', id ?? uuid(), { kind, tehsil, by: id, about, detail, person }, { writer });
