import { fullName } from '@tma/contracts';
import type { Handler } from '@tma/kit';
import type { Auth } from '../../credentials/context.ts';
import { findOpenInvitations } from './invitations.store.ts';

/** The open invitations to the caller's office. */
export const listInvitations =
  ({ pool }: Pick<Auth, 'pool'>): Handler<'listInvitations'> =>
  async ({ caller }) =>
    (await findOpenInvitations(pool, caller.tehsil)).map(({ first_name, last_name, expiresAt, ...invitation }) => ({
      ...invitation,
      expiresAt: expiresAt.toISOString(),
      by: fullName(first_name, last_name),
    }));
