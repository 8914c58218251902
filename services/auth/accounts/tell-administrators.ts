import { fullName } from '@tma/contracts';
import { appendEvent, type Parts, type Pool, repeat, type Tx, transaction } from '@tma/kit';
import { type SavedAdmin, takeUntoldAdmins } from '../stores/admins.store.ts';

const everyMs = 60_000;
const batch = 100;

/** Tells the other services of an administrator, in the transaction that saves them: who closed a report, and their address. */
export const tellAdministrator = (
  tx: Tx,
  { id, first_name, last_name, email, tehsil, language, disabled }: SavedAdmin,
): Promise<void> =>
  appendEvent(tx, 'AdministratorSaved', id, {
    id,
    name: fullName(first_name, last_name),
    email,
    tehsil,
    language,
    ...(disabled && { disabled }),
  });

/**
 * Tells of those who were registered, moved or disabled by a version that told nobody, each once, whoever else does the same; and
 * once a day of those who are disabled, which consumers of the version before do not keep.
 */
export async function tellOfUntold(pool: Pool): Promise<void> {
  const tellSome = () =>
    transaction(pool, async (tx) => {
      const admins = await takeUntoldAdmins(tx, batch);
      for (const admin of admins) await tellAdministrator(tx, admin);
      return admins.length;
    });
  while ((await tellSome()) > 0);
}

/** Does so at the start, and every minute: instances of the version before may still run. @returns what stops it */
export const startTellingOfUntold = ({ pool, log }: Pick<Parts, 'pool' | 'log'>) =>
  repeat(everyMs, () => tellOfUntold(pool), log, 'administrators could not be told of; it is tried again');
