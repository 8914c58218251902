import { appendEvent, type Tx } from '@tma/kit';
import type { AuthConfig } from './config.ts';
import { fullName } from './profiles.ts';
import { hashToken, makeToken, profileOf } from './sessions.ts';
import { saveLink } from './store/links.store.ts';
import { changeUser, type UserRow } from './store/users.store.ts';

/** What a mailed link is for, in GoTrue's words. */
export type LinkKind = 'signup' | 'recovery' | 'email_change';

/** How long each is good for, in hours. */
const hours = { signup: 24, recovery: 1, email_change: 1 } as const satisfies Record<LinkKind, number>;

const eventOf = {
  signup: 'VerificationRequested',
  recovery: 'RecoveryRequested',
  email_change: 'EmailChangeRequested',
} as const satisfies Record<LinkKind, string>;

const sentAt = {
  signup: { confirmation_sent_at: 'now' },
  recovery: { recovery_sent_at: 'now' },
  email_change: { email_change_sent_at: 'now' },
} as const satisfies Record<LinkKind, object>;

/**
 * Makes a link and asks for the mail that carries it, in the caller's transaction. The person's older link of this kind
 * is void from then on. @param redirect where following it leads, when it is followed by GET
 */
export async function mailLink(
  config: Pick<AuthConfig, 'PUBLIC_URL'>,
  tx: Tx,
  user: UserRow,
  kind: LinkKind,
  redirect: URL,
): Promise<UserRow> {
  const token = makeToken();
  const expiresAt = await saveLink(tx, user.id, kind, hashToken(token), hours[kind]);
  const changed = await changeUser(tx, user.id, sentAt[kind]);
  await appendEvent(tx, eventOf[kind], user.id, {
    userId: user.id,
    email: kind === 'email_change' ? (changed.new_email ?? changed.email) : changed.email,
    name: fullName(await profileOf(tx, user.id)),
    link: linkOf(config.PUBLIC_URL, kind, token, redirect),
    expiresAt: expiresAt.toISOString(),
  });
  return changed;
}

/** Recovery opens a form; the others confirm and redirect. */
export function linkOf(publicUrl: string, kind: LinkKind, token: string, redirect: URL): string {
  if (kind === 'recovery') return `${publicUrl}/reset-password?token_hash=${token}`;
  return `${publicUrl}/auth/v1/verify?${new URLSearchParams({ token, type: kind, redirect_to: redirect.href })}`;
}
