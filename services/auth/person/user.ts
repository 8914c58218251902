import type { User } from '@tma/contracts';
import type { z } from 'zod';
import type { PersonFields } from './profile.ts';
import type { UserRow } from './users.store.ts';

const timeOf = (date: Date | null) => date?.toISOString();

/** The only way in: address and password. */
function identityOf(user: UserRow, metadata: Record<string, unknown>) {
  const created = user.created_at.toISOString();
  return {
    identity_id: user.id,
    id: user.id,
    user_id: user.id,
    identity_data: metadata,
    provider: 'email' as const,
    last_sign_in_at: timeOf(user.last_sign_in_at) ?? created,
    created_at: created,
    updated_at: created,
    email: user.email,
  };
}

/** An account in GoTrue's form (`models.User` in supabase/auth): unknown times are left out, not null. */
export function toUser(user: UserRow, profile: PersonFields): z.infer<typeof User> {
  const created = user.created_at.toISOString();
  const updated = user.updated_at.toISOString();
  const metadata = {
    ...profile,
    email: user.email,
    email_verified: user.email_confirmed_at !== null,
    phone_verified: false,
    sub: user.id,
  };
  return {
    id: user.id,
    aud: 'authenticated',
    role: 'authenticated',
    email: user.email,
    email_confirmed_at: timeOf(user.email_confirmed_at),
    phone: '',
    confirmation_sent_at: timeOf(user.confirmation_sent_at),
    confirmed_at: timeOf(user.email_confirmed_at),
    recovery_sent_at: timeOf(user.recovery_sent_at),
    new_email: user.new_email ?? undefined,
    email_change_sent_at: timeOf(user.email_change_sent_at),
    last_sign_in_at: timeOf(user.last_sign_in_at),
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: metadata,
    identities: [identityOf(user, metadata)],
    created_at: created,
    updated_at: updated,
    is_anonymous: false,
  };
}
