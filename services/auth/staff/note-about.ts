import type { AuditKind } from '@tma/contracts';
import { noteAct, type Tx, transaction } from '@tma/kit';
import type { FastifyBaseLogger } from 'fastify';
import type { Auth } from '../credentials/context.ts';
import { nameOf } from '../person/profile.ts';
import type { Admin } from './admins.store.ts';

/**
 * Has the audit log say what became of an administrator, in the transaction in which it did.
 * @param by the id of who did it: they themselves, unless it was another; null for nobody with an account
 */
export const noteAbout = (
  tx: Tx,
  admin: Pick<Admin, 'id' | 'tehsil' | 'first_name' | 'last_name'>,
  kind: AuditKind,
  { by = admin.id, detail }: { by?: string | null; detail?: string } = {},
): Promise<void> => noteAct(tx, 'auth', { id: by, tehsil: admin.tehsil }, { kind, about: nameOf(admin), detail });

/**
 * The same of a sign-in that failed, as often as its limit lets it: more guesses from more addresses fill no log. Not awaited: of
 * an unknown address there is nothing to write, and it would be known by how long the answer takes.
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
