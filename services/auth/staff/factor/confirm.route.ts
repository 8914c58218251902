import { type Handler, HttpError, transaction } from '@tma/kit';
import type { Auth } from '../../credentials/context.ts';
import { logSecurityEvent } from '../../credentials/security-log.ts';
import { findAdmin } from '../admins.store.ts';
import { noteAbout } from '../note-about.ts';
import { countingCode, takeAppCode, wrongCode } from './check-code.ts';
import { activateFactor, lockFactor } from './factor.store.ts';
import { createRecoveryCodes, macOfCode } from './recovery-codes.ts';
import { factorActive } from './start.route.ts';

/** There is no factor that could be confirmed, or removed. */
export const noFactor = () => new HttpError(409, 'no_factor', 'Set up the second factor first.');

/**
 * Makes the caller's new factor active with a code of it. The session goes on as it is; one that may only do this signs in anew.
 * Throws 400 `second_factor_wrong`, which counts like a wrong sign-in, 409 `no_factor`, `factor_active`; 429 after too many.
 */
export const confirmFactor =
  (auth: Auth): Handler<'confirmFactor'> =>
  async ({ caller, body: { code } }, request) => {
    const recoveryCodes = createRecoveryCodes();
    await countingCode(auth, request, caller, code, () =>
      transaction(auth.pool, async (tx) => {
        const factor = await lockFactor(tx, caller.id);
        if (!factor) throw noFactor();
        if (factor.isActive) throw factorActive();
        const secret = auth.factorSealing.unseal(factor.sealedSecret, caller.id);
        if (!(await takeAppCode(tx, caller.id, secret, code))) throw wrongCode(400);
        const macs = recoveryCodes.map((recoveryCode) => macOfCode(recoveryCode, secret));
        await activateFactor(tx, caller.id, macs);
        const admin = await findAdmin(tx, caller.email);
        if (admin) await noteAbout(tx, admin, 'factor-added');
      }),
    );
    logSecurityEvent(request.log, 'second factor added', { admin: caller.id });
    return { recoveryCodes };
  };
