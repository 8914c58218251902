/** The links in messages that open something. */
import {
  administratorLinkKind,
  type EventData,
  type LinkKind,
  linkUrl,
  operations,
  pageUrl,
  staffLinkKind,
} from '@tma/contracts';
import { createLinkToken, type EventChecks, requireSigned } from '@tma/kit';
import type { NotifyConfig } from '../config.ts';
import { createUnsubscribeToken } from './unsubscribe-token.ts';

/** The data of events with a link to an account. */
export type AccountLink = EventData<'VerificationRequested' | 'RecoveryRequested' | 'EmailChangeRequested'>;
export type AdministratorLink = EventData<'AdministratorRecoveryRequested'>;
type Closure = NonNullable<EventData<'StatusChanged'>['closure']>;

/** The token of a link. Throws `RefusedEvent` unless whoever has this secret made the link for this address. */
function tokenOf(link: { id: string; key: string; signature?: string }, secret: Buffer, kind: string, address: string) {
  requireSigned(link, secret, { kind, id: link.id, address });
  return createLinkToken(link.key, secret, kind, link.id);
}

/** Throws `RefusedEvent` unless auth made the link for the event's address, with this LINK_SECRET. */
export const accountLink = (kind: LinkKind, { email, sealedLink }: AccountLink, config: NotifyConfig): string =>
  linkUrl(config.PUBLIC_URL, kind, tokenOf(sealedLink, config.LINK_SECRET, kind, email), sealedLink.redirect);

/** The same, for an administrator's new password. */
export const administratorLink = ({ email, sealedLink }: AdministratorLink, config: NotifyConfig): string =>
  `${pageUrl(config.PUBLIC_URL, 'adminReset')}#${tokenOf(sealedLink, config.LINK_SECRET, administratorLinkKind, email)}`;

/** The same, with which somebody who was invited joins an office. */
export const staffLink = ({ email, sealedLink }: EventData<'StaffInvited'>, config: NotifyConfig): string =>
  `${pageUrl(config.PUBLIC_URL, 'adminJoin')}#${tokenOf(sealedLink, config.LINK_SECRET, staffLinkKind, email)}`;

/** Throws `RefusedEvent` unless reports made the link for this address, with this CLOSURE_LINK_SECRET. */
export const closureLink = (closure: Closure, address: string, config: NotifyConfig): string =>
  `${pageUrl(config.PUBLIC_URL, 'closure')}#${tokenOf(closure, config.CLOSURE_LINK_SECRET, 'closure', address)}`;

/** The link by which one click stops invitations to an address (RFC 8058). Throws `RefusedEvent` unless auth made it for this one. */
export function unsubscribeLink(invitation: EventData<'InviteRequested'>, config: NotifyConfig): string {
  const { neighborEmail: address, sealedLink: link = { id: '', key: '' } } = invitation;
  requireSigned(link, config.LINK_SECRET, { kind: 'invitation', id: link.id, address });
  const token = createUnsubscribeToken(address, config.UNSUBSCRIBE_SECRET);
  return `${config.PUBLIC_URL}${operations.unsubscribe.path}?token=${token}`;
}

/** Refuses events whose link nobody made for the address that they name. */
export const linkChecks = (config: NotifyConfig): EventChecks => ({
  VerificationRequested: (data) => void accountLink('signup', data, config),
  RecoveryRequested: (data) => void accountLink('recovery', data, config),
  EmailChangeRequested: (data) => void accountLink('email_change', data, config),
  AdministratorRecoveryRequested: (data) => void administratorLink(data, config),
  StaffInvited: (data) => void staffLink(data, config),
  StatusChanged: ({ closure, reporter }) => void (closure && reporter && closureLink(closure, reporter.email, config)),
  InviteRequested: (data) => void unsubscribeLink(data, config),
});
