import { fullName, operations, pageUrl } from '@tma/contracts';
import { appendEvent, type Tx } from '@tma/kit';
import type { AuthConfig } from '../config.ts';
import { createOpaqueToken, hashOpaqueToken } from '../sessions/opaque-token.ts';
import { type LinkKind, saveLink } from '../stores/links.store.ts';
import { findProfileFields } from '../stores/profiles.store.ts';
import { changeUser, type UserRow } from '../stores/users.store.ts';

/** For each kind of link the event that requests its mail, and the column with the time of the last one. */
const mails = {
  signup: { event: 'VerificationRequested', sent: { confirmation_sent_at: 'now' } },
  recovery: { event: 'RecoveryRequested', sent: { recovery_sent_at: 'now' } },
  email_change: { event: 'EmailChangeRequested', sent: { email_change_sent_at: 'now' } },
} as const satisfies Record<LinkKind, object>;

/**
 * Creates a link and requests the mail with it, in the caller's transaction. The account's older link of this kind is
 * invalid from then on.
 * @param redirect where a link that is followed by GET redirects to
 * @returns the changed account
 */
export async function mailLink(
  config: Pick<AuthConfig, 'PUBLIC_URL'>,
  tx: Tx,
  user: UserRow,
  kind: LinkKind,
  redirect: URL,
): Promise<UserRow> {
  const token = createOpaqueToken();
  const expiresAt = await saveLink(tx, user.id, kind, hashOpaqueToken(token));
  const changed = await changeUser(tx, user.id, mails[kind].sent);
  const { first_name, last_name } = await findProfileFields(tx, user.id);
  await appendEvent(tx, mails[kind].event, user.id, {
    userId: user.id,
    email: kind === 'email_change' ? (changed.new_email ?? changed.email) : changed.email,
    name: fullName(first_name, last_name),
    link: linkUrl(config.PUBLIC_URL, kind, token, redirect),
    expiresAt: expiresAt.toISOString(),
  });
  return changed;
}

/** The address that is mailed: a form for a new password, or the operation that confirms and redirects. */
export function linkUrl(publicUrl: string, kind: LinkKind, token: string, redirect: URL): string {
  if (kind === 'recovery') return pageUrl(publicUrl, 'resetPassword', { token_hash: token });
  const query = new URLSearchParams({ token, type: kind, redirect_to: redirect.href });
  return `${publicUrl}${operations.followVerification.path}?${query}`;
}
