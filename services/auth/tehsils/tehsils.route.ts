import { operations } from '@tma/contracts';
import { type Handler, HttpError, noteAct, requireRole, tokenError, transaction } from '@tma/kit';
import { requireAdminSecret } from '../credentials/admin-secret.ts';
import type { Auth } from '../credentials/context.ts';
import { logSecurityEvent } from '../credentials/security-log/security-log.ts';
import { normalizeTehsil } from '../person/tehsil.ts';
import { findTehsils, insertTehsil } from '../person/tehsils.store.ts';

/** All tehsils by name. */
export const listTehsils =
  ({ pool }: Pick<Auth, 'pool'>): Handler<'listTehsils'> =>
  async () =>
    findTehsils(pool);

/**
 * Adds a tehsil, for heads and for callers without a token who know the admin secret key.
 * Throws 400 `tehsil_exists`, 401 without either or with a wrong key, 403 for residents and other administrators, 429 after too many of an
 * administrator or too many wrong keys.
 */
export const addTehsil =
  (auth: Auth): Handler<'addTehsil'> =>
  async ({ body }, request, reply) => {
    const caller = await auth.tokens.caller(request);
    if (caller && caller.audience !== 'admin') throw tokenError('problem', 'audience');
    requireRole(caller, operations.addTehsil);
    if (caller) {
      await auth.limits.tehsils.count(caller.id);
    } else {
      if (!body.Secret_Key) throw new HttpError(401, 'unauthorized', 'The admin secret key is needed.');
      await requireAdminSecret(auth, request, body.Secret_Key);
    }
    const tehsil = normalizeTehsil(body.newtehsil);
    await transaction(auth.pool, async (tx) => {
      if (!(await insertTehsil(tx, tehsil))) throw new HttpError(400, 'tehsil_exists', 'Tehsil Already Exists');
      await noteAct(tx, 'auth', caller ?? { id: null, tehsil }, { kind: 'tehsil-added', about: tehsil });
    });
    logSecurityEvent(request.log, 'tehsil added', { admin: caller?.id ?? null });
    return reply.code(201).send({ tehsil });
  };
