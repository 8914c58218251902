import { staffLinkKind } from '@tma/contracts';
import { HttpError, networkOf } from '@tma/kit';
import type { Auth } from '../../credentials/context.ts';
import { findInvitation, type Invitation } from './invitations.store.ts';

export const invitationOver = () => new HttpError(410, 'invitation_over', 'This invitation was used, or it is over.');

/**
 * The invitation that a link of a mail is for.
 * Throws 404 `link_unknown`, 410 `invitation_over` for one that was used, replaced or withdrawn, or has expired; 429 after too many
 * unknown ones from an IP.
 */
export async function openInvitation(
  { pool, linkKeys, limits }: Pick<Auth, 'pool' | 'linkKeys' | 'limits'>,
  token: string,
  ip: string,
): Promise<Invitation> {
  const id = await linkKeys.idOf(pool, staffLinkKind, token);
  if (id === null) {
    await limits.staffLinks.count(networkOf(ip));
    throw new HttpError(404, 'link_unknown', 'This link does not work.');
  }
  const invitation = await findInvitation(pool, id);
  if (!invitation) throw invitationOver();
  return invitation;
}
