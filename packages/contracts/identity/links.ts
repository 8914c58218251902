import type { lifetimes } from '../lifetimes.ts';
import { pageUrl } from '../pages.ts';
import { residentOperations } from './residents.ts';

/** What a mailed link is for, named as in GoTrue's `type`. */
export type LinkKind = keyof typeof lifetimes.link;

/** The kind of an administrator's link to a new password; GoTrue has no such kind. */
export const administratorLinkKind = 'administrator_recovery';
export const phoneCodeKind = 'phone_code';
/** The kind under which auth signs whose number it is, and that fact as it is signed: in the place of an address. */
export const phoneKind = 'phone';
export const phoneAddress = (saved: { userId: string; number: string | null; messages: boolean; version: number }) =>
  [saved.userId, saved.number ?? '', saved.messages, saved.version].join(':');
export const staffLinkKind = 'staff_invitation';

/**
 * The address of a link, which is mailed: a form for a new password, or the operation that confirms and redirects.
 * @param publicUrl where people reach the portal, without a slash at its end
 * @param redirect where a link that is followed by GET redirects to
 */
export function linkUrl(publicUrl: string, kind: LinkKind, token: string, redirect: string): string {
  // In the fragment, which no server or proxy sees.
  if (kind === 'recovery') return `${pageUrl(publicUrl, 'resetPassword')}#token_hash=${token}`;
  const query = new URLSearchParams({ token, type: kind, redirect_to: redirect });
  return `${publicUrl}${residentOperations.followVerification.path}?${query}`;
}
