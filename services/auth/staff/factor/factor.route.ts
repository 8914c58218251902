import { type Handler, HttpError, notFound, seal, transaction } from '@tma/kit';
import type { Auth } from '../../credentials/context.ts';
import { logSecurityEvent } from '../../credentials/security-log/security-log.ts';
import { findAdmin, lockAdminForSession, lockAdminOf } from '../admins.store.ts';
import { noteAbout } from '../note-about.ts';
import { passwordNotRight, requirePassword } from '../require-password.ts';
import { requireCode, secretOf, takeAppCode, withCodeLimit, wrongCode } from './check-code.ts';
import { activateFactor, findFactor, lockFactor, saveNewFactor } from './factor.store.ts';
import { createRecoveryCodes, macOfCode } from './recovery-codes.ts';
import { removeFactorOf } from './remove-factor.ts';
import { createFactorSecret, uriOf } from './totp.ts';

/** Whether the caller has an active second factor. */
export const readFactor =
  ({ pool }: Pick<Auth, 'pool'>): Handler<'readFactor'> =>
  async ({ caller }) => {
    const factor = await findFactor(pool, caller.id);
    const active = factor?.isActive ?? false;
    return { active, recoveryCodesLeft: active ? factor?.recoveryCodesLeft : 0 };
  };

/** One that is active is not replaced without a code of it. */
const factorActive = () =>
  new HttpError(409, 'factor_active', 'You have a second factor. Remove it first, then set up another.');

/**
 * Makes a secret for the caller's app; it takes the place of one that was not confirmed.
 * Throws 400 `invalid_credentials` for a wrong password, which counts like a wrong sign-in, 409 `factor_active`; 429 after too many.
 */
export const startFactor =
  (auth: Auth): Handler<'startFactor'> =>
  async ({ caller, body }, request, reply) => {
    const admin = await requirePassword(auth, request, caller.email, body.currentPassword);
    const secret = createFactorSecret();
    const sealed = seal(secret, auth.factorKey, admin.id);
    if (!(await transaction(auth.pool, (tx) => saveNewFactor(tx, admin.id, sealed)))) throw factorActive();
    return reply.code(201).send({ secret, uri: uriOf(secret, admin) });
  };

/** There is no factor that could be confirmed, or removed. */
const noFactor = () => new HttpError(409, 'no_factor', 'Set up the second factor first.');

/**
 * Makes the caller's new factor active with a code of it. The session goes on as it is; one that may only do this signs in anew.
 * Throws 400 `second_factor_wrong`, which counts like a wrong sign-in, 409 `no_factor`, `factor_active`; 429 after too many.
 */
export const confirmFactor =
  (auth: Auth): Handler<'confirmFactor'> =>
  async ({ caller, body: { code } }, request) => {
    const recoveryCodes = createRecoveryCodes();
    await withCodeLimit(auth, request, caller, code, () =>
      transaction(auth.pool, async (tx) => {
        const factor = await lockFactor(tx, caller.id);
        if (!factor) throw noFactor();
        if (factor.isActive) throw factorActive();
        const secret = secretOf(auth, factor, caller.id);
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

/**
 * Removes the caller's second factor; they are notified. Throws 400 `invalid_credentials`, `second_factor_wrong`, which count like
 * a wrong sign-in, 409 `no_factor`; 429 after too many.
 */
export const endFactor =
  (auth: Auth): Handler<'endFactor'> =>
  async ({ caller, body: { currentPassword, code } }, request, reply) => {
    const admin = await requirePassword(auth, request, caller.email, currentPassword);
    await withCodeLimit(auth, request, admin, code, () =>
      transaction(auth.pool, async (tx) => {
        if (!(await lockAdminForSession(tx, admin, 'update'))) throw passwordNotRight();
        if (!(await requireCode(auth, tx, admin.id, code, 400))) throw noFactor();
        await removeFactorOf(tx, admin, admin.id);
      }),
    );
    logSecurityEvent(request.log, 'second factor removed', { admin: admin.id, by: admin.id });
    return reply.code(204).send();
  };

/** Removes the second factor of an administrator of the caller's tehsil, disabled or not, who is notified. Throws 404 for any other. */
export const removeFactor =
  ({ pool }: Pick<Auth, 'pool'>): Handler<'removeFactor'> =>
  async ({ caller, params }, request, reply) => {
    const id = params.id.toLowerCase();
    const isRemoved = await transaction(pool, async (tx) => {
      const admin = await lockAdminOf(tx, caller.tehsil, id);
      if (!admin) throw notFound();
      return removeFactorOf(tx, admin, caller.id);
    });
    if (isRemoved) logSecurityEvent(request.log, 'second factor removed', { admin: id, by: caller.id });
    return reply.code(204).send();
  };
