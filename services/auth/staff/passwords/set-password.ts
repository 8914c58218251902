import { fullName } from '@tma/contracts';
import { appendEvent, type Tx } from '@tma/kit';
import type { Auth } from '../../credentials/context.ts';
import { deleteAdminSessions } from '../admin-sessions.store.ts';
import type { Admin } from '../admins.store.ts';
import { noteAbout } from '../note-about.ts';
import { setAdminPassword } from './links.store.ts';

interface NewPassword {
  hash: string;
  /** A session that goes on; every other ends. */
  except?: string;
  /** Whether they are notified. */
  isMailed: boolean;
}

/** Gives an administrator another password, in the caller's transaction: whoever had access with the old one loses it. */
export async function setPassword(
  { ended }: Pick<Auth, 'ended'>,
  tx: Tx,
  admin: Admin,
  { hash, except, isMailed }: NewPassword,
): Promise<void> {
  const { id, email, language } = admin;
  await setAdminPassword(tx, id, hash);
  await ended.end(tx, id, await deleteAdminSessions(tx, id, except));
  await noteAbout(tx, admin, 'password-changed');
  if (!isMailed) return;
  const name = fullName(admin.first_name, admin.last_name);
  const change = { of: 'administrator', change: 'password' } as const;
  await appendEvent(tx, 'AccountChanged', id, { accountId: id, ...change, email, name, language });
}
