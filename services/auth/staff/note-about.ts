import type { AuditKind } from '@tma/contracts';
import { noteAct, type Tx, transaction } from '@tma/kit';
import type { FastifyBaseLogger } from 'fastify';
import type { Auth } from '../credentials/context.ts';
import { nameOf } from '../person/profile.ts';
import type { Admin } from './admins.store.ts';

/**
 * Writes into the audit log what happened to an administrator, in the transaction in which it happened.
 * @param by the id of who did it, by default the administrator; null for somebody without an account
 */
export const noteAbout = (
  tx: Tx,
  admin: Pick<Admin, 'id' | 'tehsil' | 'first_name' | 'last_name'>,
  kind: AuditKind,
  { by = admin.id, detail }: { by?: string | null; detail?: string } = {},
): Promise<void> => noteAct(tx, 'auth', { id: by, tehsil: admin.tehsil }, { kind, about: nameOf(admin), detail });

/**
 * The same for a failed sign-in. A limit bounds the entries: however many guesses come, they do not fill the log. Not awaited: for
 * an unknown address nothing is written, and the time of the answer would reveal that.
 */
export function noteFailedSignIn(
  { pool, limits }: Pick<Auth, 'pool' | 'limits'>,
  admin: Admin,
  log: FastifyBaseLogger,
): void {
  const note = async () => {
    if (await limits.notedFailures.take(admin.id))
      await transaction(pool, (tx) => noteAbout(tx, admin, 'sign-in-failed', { by: null }));
  };
  note().catch((error: Error) => log.error({ err: error }, 'a failed sign-in could not be written to the audit log'));
}
