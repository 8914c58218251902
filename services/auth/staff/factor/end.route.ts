import { type Handler, transaction } from '@tma/kit';
import type { Auth } from '../../credentials/context.ts';
import { logSecurityEvent } from '../../credentials/security-log.ts';
import { lockAdminForSession } from '../admins.store.ts';
import { passwordNotRight, requirePassword } from '../require-password.ts';
import { countingCode, requireCode } from './check-code.ts';
import { noFactor } from './confirm.route.ts';
import { removeFactorOf } from './remove-factor.ts';

/**
 * Removes the caller's second factor; they are notified. Throws 400 `invalid_credentials`, `second_factor_wrong`, which count like
 * a wrong sign-in, 409 `no_factor`; 429 after too many.
 */
export const endFactor =
  (auth: Auth): Handler<'endFactor'> =>
  async ({ caller, body: { currentPassword, code } }, request, reply) => {
    const admin = await requirePassword(auth, request, caller.email, currentPassword);
    await countingCode(auth, request, admin, code, () =>
      transaction(auth.pool, async (tx) => {
        if (!(await lockAdminForSession(tx, admin, 'update'))) throw passwordNotRight();
        if (!(await requireCode(auth, tx, admin.id, code, 400))) throw noFactor();
        await removeFactorOf(tx, admin, admin.id);
      }),
    );
    logSecurityEvent(request.log, 'second factor removed', { admin: admin.id, by: admin.id });
    return reply.code(204).send();
  };
