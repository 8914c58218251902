import { type Handler, notFound } from '@tma/kit';
import type { Auth } from '../credentials/context.ts';
import { findAdminOf } from './admins.store.ts';
import { publicAdministrator } from './publish-administrator.ts';

/** An administrator of the caller's tehsil, for a service that has received no event of them yet. */
export const findAdmin =
  ({ pool }: Pick<Auth, 'pool'>): Handler<'findAdmin'> =>
  async ({ params, caller }) => {
    const admin = await findAdminOf(pool, caller.tehsil, params.id);
    if (!admin) throw notFound();
    return publicAdministrator(admin);
  };
