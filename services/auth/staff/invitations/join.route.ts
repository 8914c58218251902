import { type Handler, networkOf, type Tx, transaction, violates } from '@tma/kit';
import { v7 as uuid } from 'uuid';
import type { Auth } from '../../credentials/context.ts';
import { logSecurityEvent } from '../../credentials/security-log.ts';
import { insertAdmin, lockTehsil, type NewAdmin } from '../admins.store.ts';
import { announceAdministrator } from '../announce.ts';
import { noteAbout } from '../note-about.ts';
import { requireStrong } from '../require-strong.ts';
import { takeInvitation } from './invitations.store.ts';
import { invitationOver, openInvitation } from './link.ts';

/**
 * Makes an administrator of who holds the link of an invitation, once.
 * Throws what `openInvitation` does, 400 `weak_password`; 429 after too many passwords for an address.
 */
export const joinStaff =
  (auth: Auth): Handler<'joinStaff'> =>
  async ({ body }, request, reply) => {
    const { id: invitationId, ...invited } = await openInvitation(auth, body.token, request.ip);
    requireStrong(body.Password, invited.email, 'Password');
    await auth.limits.rightSignIns.count('admin', invited.email, networkOf(request.ip));
    const admin: NewAdmin = {
      ...invited,
      id: uuid(),
      password_hash: await auth.hashing.hash(body.Password),
      first_name: body.First_Name,
      last_name: body.Last_Name,
    };
    try {
      await transaction(auth.pool, (tx) => join(tx, invitationId, admin));
    } catch (error) {
      throw violates(error, 'admins_email_key') ? invitationOver() : error;
    }
    logSecurityEvent(request.log, 'admin registered', { admin: admin.id });
    return reply.code(201).send({ success: true, email: admin.email });
  };

async function join(tx: Tx, invitationId: string, admin: NewAdmin): Promise<void> {
  await lockTehsil(tx, admin.tehsil);
  if (!(await takeInvitation(tx, invitationId))) throw invitationOver();
  await announceAdministrator(tx, await insertAdmin(tx, admin));
  await noteAbout(tx, admin, 'joined');
}
