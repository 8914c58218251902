import { fullNameOrUser } from '@tma/contracts';
import { appendEvent, type Handler, HttpError, tokenError, transaction } from '@tma/kit';
import { v7 as uuid } from 'uuid';
import type { Auth } from '../credentials/context.ts';
import { requireSession } from '../person/require-session.ts';
import { findAccount } from '../person/users.store.ts';

/**
 * Requests the mail that invites a neighbour, in the caller's own name only. Notify decides whether it is sent: the neighbour may
 * have unsubscribed.
 * Throws 401 `session_ended`, 403 for another sender's address, 429 after too many invitations in a day.
 */
export const sendInvite =
  ({ pool, limits, linkKeys }: Auth): Handler<'sendInvite'> =>
  async ({ caller, body }, _request, reply) => {
    const account = await findAccount(pool, caller.sessionId);
    if (!account) throw tokenError('problem', 'ended');
    const { user, profile } = account;
    if (body.userEmail !== user.email) {
      throw new HttpError(403, 'forbidden', 'Invitations can only be sent in the name of your own email address.');
    }
    await limits.invites.count(user.id);
    const { first_name, last_name, tehsil, language } = profile;
    const name = fullNameOrUser(first_name, last_name);
    const inviter = { id: user.id, name, email: user.email, tehsil, language };
    const { neighborEmail } = body;
    const id = uuid();
    await transaction(pool, async (tx) => {
      // An account that is deleted meanwhile names nobody in a mail any more.
      await requireSession(tx, caller.sessionId);
      const seal = await linkKeys.issue(tx, { kind: 'invitation', id, address: neighborEmail });
      await appendEvent(tx, 'InviteRequested', user.id, { inviter, neighborEmail, sealedLink: { id, ...seal } });
    });
    return reply.code(202).send({ status: 'queued' });
  };
