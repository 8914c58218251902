import { fullName } from '@tma/contracts';
import { type Handler, notFound } from '@tma/kit';
import type { Auth } from '../../../context.ts';
import { findAdminOf } from '../../../stores/admins.store.ts';

/** An administrator of the caller's tehsil, for a service that has not heard of them yet. */
export const findAdmin =
  ({ pool }: Pick<Auth, 'pool'>): Handler<'findAdmin'> =>
  async ({ params, caller }) => {
    const admin = await findAdminOf(pool, caller.tehsil, params.id);
    if (!admin) throw notFound();
    const { id, first_name, last_name, email, tehsil, language } = admin;
    return { id, name: fullName(first_name, last_name), email, tehsil, language };
  };
