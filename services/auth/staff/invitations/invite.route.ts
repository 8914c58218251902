import { fullName, staffLinkKind } from '@tma/contracts';
import { appendEvent, type Handler, HttpError, type Tx, transaction } from '@tma/kit';
import { v7 as uuid } from 'uuid';
import type { Auth } from '../../credentials/context.ts';
import { type Admin, findAdmin, findAdminOf, lockTehsil } from '../admins.store.ts';
import { noteInvited } from '../note-about.ts';
import { endInvitationsOf, type Invitation, insertInvitation } from './invitations.store.ts';

/**
 * Invites somebody to the caller's office. An earlier invitation of the address is over.
 * Throws 409 `already_staff` where an administrator has the address, 429 after too many of a head.
 */
export const inviteStaff =
  (auth: Pick<Auth, 'pool' | 'limits' | 'linkKeys'>): Handler<'inviteStaff'> =>
  async ({ caller, body }, _request, reply) => {
    const { email, role } = body;
    const inviter = await findAdminOf(auth.pool, caller.tehsil, caller.id);
    if (!inviter) throw new HttpError(403, 'not_your_role', 'Your role may not do that.');
    // Counted first: else a head could ask of any number of addresses whether an administrator of some office has them.
    await auth.limits.staffInvitations.count(caller.id);
    if (await findAdmin(auth.pool, email)) {
      const message = 'An administrator has this address already.';
      throw new HttpError(409, 'already_staff', message, { errors: [{ path: 'email', message }] });
    }
    const language = body.language ?? inviter.language;
    const invitation = { id: uuid(), tehsil: caller.tehsil, email, role, language };
    const expiresAt = await transaction(auth.pool, (tx) => invite(auth, tx, invitation, inviter));
    return reply.code(201).send({ id: invitation.id, email, role, expiresAt: expiresAt.toISOString() });
  };

async function invite({ linkKeys }: Pick<Auth, 'linkKeys'>, tx: Tx, invitation: Invitation, by: Admin): Promise<Date> {
  const { id, tehsil, email, role, language } = invitation;
  // Of two at once for an address, the later one is open.
  await lockTehsil(tx, tehsil);
  await endInvitationsOf(tx, tehsil, email);
  const expiresAt = await insertInvitation(tx, invitation, by.id);
  await noteInvited(tx, by, email, role);
  await appendEvent(tx, 'StaffInvited', id, {
    ...{ id, email, language, role, tehsil },
    inviter: fullName(by.first_name, by.last_name),
    expiresAt: expiresAt.toISOString(),
    sealedLink: { id, ...(await linkKeys.issue(tx, { kind: staffLinkKind, id, address: email })) },
  });
  return expiresAt;
}
