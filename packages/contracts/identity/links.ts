import type { lifetimes } from '../lifetimes.ts';
import { pageUrl } from '../pages.ts';
import { residentOperations } from './residents.ts';

/** What a mailed link is for, named as in GoTrue's `type`. */
export type LinkKind = keyof typeof lifetimes.link;

/** What the token of an administrator's link is made for; GoTrue knows nothing of it. */
export const administratorLinkKind = 'administrator_recovery';
/** What the codes are made for that confirm a mobile number. */
export const phoneCodeKind = 'phone_code';
/** What an event is signed for that says whose number it is, and what for: its whole content. */
export const phoneKind = 'phone';
export const phoneAddress = (saved: { userId: string; number: string | null; messages: boolean; version: number }) =>
  [saved.userId, saved.number ?? '', saved.messages, saved.version].join(':');
/** The same of the link of an invitation to an office. */
export const staffLinkKind = 'staff_invitation';

/**
 * The address of a link, which is mailed: a form for a new password, or the operation that confirms and redirects.
 * @param publicUrl where people reach the portal, without a slash at its end
 * @param redirect where a link that is followed by GET redirects to
 */
export function linkUrl(publicUrl: string, kind: LinkKind, token: string, redirect: string): string {
  // In the fragment, which no server and no proxy is told.
  if (kind === 'recovery') return `${pageUrl(publicUrl, 'resetPassword')}#token_hash=${token}`;
  const query = new URLSearchParams({ token, type: kind, redirect_to: redirect });
  return `${publicUrl}${residentOperations.followVerification.path}?${query}`;
}
