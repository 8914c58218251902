import { type Handler, HttpError, transaction } from '@tma/kit';
import type { Auth } from '../../credentials/context.ts';
import { requirePassword } from '../require-password.ts';
import { saveNewFactor } from './factor.store.ts';
import { createFactorSecret, uriOf } from './totp.ts';

/** One that is active is not replaced without a code of it. */
export const factorActive = () =>
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
    const sealed = auth.factorSealing.seal(secret, admin.id);
    if (!(await transaction(auth.pool, (tx) => saveNewFactor(tx, admin.id, sealed)))) throw factorActive();
    return reply.code(201).send({ secret, uri: uriOf(secret, admin) });
  };
