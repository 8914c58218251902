import { allRows, execute, type Tx } from '@tma/kit';
import type { SecurityEvent } from './security-log.ts';

type SecurityNote = { security: SecurityEvent; ids: Record<string, string> };

/** Leaves a line for the security log: it is logged if, and only if, the caller's transaction commits. */
export const insertSecurityNote = (tx: Tx, { security, ids }: SecurityNote) =>
  execute(tx, 'insert into security_notes (security, ids) values ($1, $2)', [security, JSON.stringify(ids)]);

/** Removes the lines that were left, oldest first. Other instances wait for this transaction, and then find them gone. */
export const takeSecurityNotes = (tx: Tx) =>
  allRows<SecurityNote>(
    tx,
    `with taken as (delete from security_notes returning id, security, ids)
     select security, ids from taken order by id`,
  );
