import type { Handler } from '@tma/kit';
import type { Auth } from '../../credentials/context.ts';
import { openInvitation } from './link.ts';

/** What an invitation is to, for who holds its link. */
export const viewInvitation =
  (auth: Pick<Auth, 'pool' | 'linkKeys' | 'limits'>): Handler<'viewInvitation'> =>
  async ({ body: { token } }, { ip }) => {
    const { email, role, tehsil } = await openInvitation(auth, token, ip);
    return { email, role, tehsil };
  };
