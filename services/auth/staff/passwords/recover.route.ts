import { administratorLinkKind, fullName } from '@tma/contracts';
import { appendEvent, type Handler, networkOf, type Tx, transaction } from '@tma/kit';
import { v7 as uuid } from 'uuid';
import type { Auth } from '../../credentials/context.ts';
import { inLeastTime } from '../../credentials/least-time.ts';
import { lockAdmin } from '../admins.store.ts';
import { saveAdminLink } from './links.store.ts';

/**
 * Requests the mail that leads an administrator to a new password. The caller does not learn whether there is one of that address.
 * Throws 429 after too many requests from an IP or for that address.
 */
export const adminRecover =
  (auth: Auth): Handler<'adminRecover'> =>
  async ({ body: { Email: email } }, { ip }, reply) => {
    await auth.limits.recoveries.count(networkOf(ip));
    await auth.limits.mails.count('admin-recovery', email);
    await inLeastTime(transaction(auth.pool, (tx) => mailLink(auth, tx, email)));
    return reply.code(202).send({});
  };

/** Who is disabled gets none. */
async function mailLink({ linkKeys }: Auth, tx: Tx, address: string): Promise<void> {
  const admin = await lockAdmin(tx, address);
  if (!admin || admin.disabled) return;
  const { id, email, language } = admin;
  const linkId = uuid();
  const expiresAt = await saveAdminLink(tx, id, linkId);
  const seal = await linkKeys.issue(tx, { kind: administratorLinkKind, id: linkId, address: email });
  await appendEvent(tx, 'AdministratorRecoveryRequested', id, {
    ...{ id, email, language, name: fullName(admin.first_name, admin.last_name) },
    expiresAt: expiresAt.toISOString(),
    sealedLink: { id: linkId, ...seal },
  });
}
