import { appendEvent, type Handler, HttpError, transaction } from '@tma/kit';
import type { Auth } from '../context.ts';
import { fullName } from '../profiles.ts';
import { profileOf } from '../sessions.ts';
import { findBySession } from '../store/users.store.ts';

/** Asks for an invitation's mail, in the caller's own name only. Whether the neighbour wants mail, notify knows. */
export const sendInvite =
  ({ pool, limits }: Auth): Handler<'sendInvite'> =>
  async ({ caller, body }, _request, reply) => {
    const user = await findBySession(pool, caller.sessionId);
    if (!user) throw new HttpError(401, 'session_ended', 'This session has ended. Please sign in again.');
    if (body.userEmail !== user.email) {
      throw new HttpError(403, 'forbidden', 'Invitations can only be sent in the name of your own email address.');
    }
    await limits.invites.count(user.id);
    const profile = await profileOf(pool, user.id);
    const inviter = { id: user.id, name: fullName(profile) || 'User', email: user.email, tehsil: profile.tehsil };
    await transaction(pool, (tx) =>
      appendEvent(tx, 'InviteRequested', user.id, { inviter, neighborEmail: body.neighborEmail }),
    );
    return reply.code(202).send({ status: 'queued' });
  };
