import { type Handler, notFound, transaction } from '@tma/kit';
import type { Auth } from '../../credentials/context.ts';
import { logSecurityEvent } from '../../credentials/security-log.ts';
import { lockAdminOf } from '../admins.store.ts';
import { removeFactorOf } from './remove-factor.ts';

/** Removes the second factor of an administrator of the caller's tehsil, disabled or not, who is notified. Throws 404 for any other. */
export const removeFactor =
  ({ pool }: Pick<Auth, 'pool'>): Handler<'removeFactor'> =>
  async ({ caller, params }, request, reply) => {
    await transaction(pool, async (tx) => {
      const admin = await lockAdminOf(tx, caller.tehsil, params.id);
      if (!admin) throw notFound();
      await removeFactorOf(tx, admin, caller.id);
    });
    logSecurityEvent(request.log, 'second factor removed', { admin: params.id, by: caller.id });
    return reply.code(204).send();
  };
