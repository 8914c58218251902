import { staffLinkKind } from '@tma/contracts';
import {
  appendEvent,
  fieldError,
  type Handler,
  HttpError,
  networkOf,
  noteAct,
  notFound,
  type Tx,
  tokenError,
  transaction,
  unknownLink,
  violates,
} from '@tma/kit';
import { v7 as uuid } from 'uuid';
import type { Auth } from '../../credentials/context.ts';
import { logSecurityEvent } from '../../credentials/security-log/security-log.ts';
import { nameOf } from '../../person/profile.ts';
import { type Admin, findAdmin, findAdminOf, insertAdmin, lockTehsil, type NewAdmin } from '../admins.store.ts';
import { noteAbout } from '../note-about.ts';
import { publishNewAdministrator } from '../publish-administrator.ts';
import { requireStrong } from '../require-password.ts';
import {
  endInvitation,
  endInvitationsOf,
  findInvitation,
  findOpenInvitations,
  type Invitation,
  insertInvitation,
  takeInvitation,
} from './invitations.store.ts';

/**
 * Invites somebody to the caller's office. An earlier invitation of the address is over.
 * Throws 409 `already_staff` where an administrator has the address, 429 after too many of a head.
 */
export const inviteStaff =
  (auth: Pick<Auth, 'pool' | 'limits' | 'linkKeys'>): Handler<'inviteStaff'> =>
  async ({ caller, body }, _request, reply) => {
    const { email, role } = body;
    const inviter = await findAdminOf(auth.pool, caller.tehsil, caller.id);
    if (!inviter) throw tokenError('problem', 'role');
    // Counted first: else a head could ask of any number of addresses whether an administrator of some office has them.
    await auth.limits.staffInvitations.count(caller.id);
    if (await findAdmin(auth.pool, email))
      throw fieldError(409, 'already_staff', 'email', 'An administrator has this address already.');
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
  await noteAct(tx, 'auth', by, { kind: 'invited', about: email, detail: role });
  await appendEvent(tx, 'StaffInvited', id, {
    ...{ id, email, language, role, tehsil },
    inviter: nameOf(by),
    expiresAt: expiresAt.toISOString(),
    sealedLink: { id, ...(await linkKeys.issue(tx, { kind: staffLinkKind, id, address: email })) },
  });
  return expiresAt;
}

/** The open invitations to the caller's office. */
export const listInvitations =
  ({ pool }: Pick<Auth, 'pool'>): Handler<'listInvitations'> =>
  async ({ caller }) =>
    (await findOpenInvitations(pool, caller.tehsil)).map(({ id, email, role, expiresAt, ...by }) => {
      return { id, email, role, expiresAt: expiresAt.toISOString(), by: nameOf(by) };
    });

/** Withdraws an open invitation to the caller's office. Throws 404 for any other. */
export const withdrawInvitation =
  ({ pool }: Pick<Auth, 'pool'>): Handler<'withdrawInvitation'> =>
  async ({ caller, params }, _request, reply) => {
    if (!(await endInvitation(pool, caller.tehsil, params.id))) throw notFound();
    return reply.code(204).send();
  };

const invitationOver = () => new HttpError(410, 'invitation_over', 'This invitation was used, or it is over.');

/**
 * The invitation that a link of a mail is for.
 * Throws 404 `link_unknown`, 410 `invitation_over` for one that was used, replaced or withdrawn, or has expired; 429 after too many
 * unknown ones from an IP.
 */
async function openInvitation(
  { pool, linkKeys, limits }: Pick<Auth, 'pool' | 'linkKeys' | 'limits'>,
  token: string,
  ip: string,
): Promise<Invitation> {
  const id = await linkKeys.idOf(pool, staffLinkKind, token);
  if (id === null) {
    await limits.staffLinks.count(networkOf(ip));
    throw unknownLink();
  }
  const invitation = await findInvitation(pool, id);
  if (!invitation) throw invitationOver();
  return invitation;
}

/** What an invitation is to, for who holds its link. */
export const viewInvitation =
  (auth: Pick<Auth, 'pool' | 'linkKeys' | 'limits'>): Handler<'viewInvitation'> =>
  async ({ body: { token } }, { ip }) => {
    const { email, role, tehsil } = await openInvitation(auth, token, ip);
    return { email, role, tehsil };
  };

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
  await publishNewAdministrator(tx, await insertAdmin(tx, admin));
  await noteAbout(tx, admin, 'joined');
}
