/** The links that messages open something with. */
import { administratorLinkKind, type EventData, type LinkKind, linkUrl, operations, pageUrl } from '@tma/contracts';
import { createLinkToken } from '@tma/kit';
import { createUnsubscribeToken } from './unsubscribe-token.ts';

/** What events with a link to an account say. */
export type AccountLink = EventData<'VerificationRequested' | 'RecoveryRequested' | 'EmailChangeRequested'>;
export type AdministratorLink = EventData<'AdministratorRecoveryRequested'>;
type Closure = NonNullable<EventData<'StatusChanged'>['closure']>;

/** Throws when another secret than LINK_SECRET sealed the link's key. */
export function accountLink(kind: LinkKind, { sealedLink }: AccountLink, publicUrl: string, secret: Buffer): string {
  const { key, id, redirect } = sealedLink;
  return linkUrl(publicUrl, kind, createLinkToken(key, secret, kind, id), redirect);
}

/** The same, for an administrator's new password. */
export const administratorLink = (
  { sealedLink: { key, id } }: AdministratorLink,
  publicUrl: string,
  secret: Buffer,
): string => `${pageUrl(publicUrl, 'adminReset')}#${createLinkToken(key, secret, administratorLinkKind, id)}`;

/** Throws when another secret than CLOSURE_LINK_SECRET sealed the link's key. */
export const closureLink = ({ id, key }: Closure, publicUrl: string, secret: Buffer): string =>
  `${pageUrl(publicUrl, 'closure')}#${createLinkToken(key, secret, 'closure', id)}`;

/** Where one click stops further invitations to an address (RFC 8058). */
export const unsubscribeLink = (address: string, publicUrl: string, secret: string): string =>
  `${publicUrl}${operations.unsubscribe.path}?token=${createUnsubscribeToken(address, secret)}`;
