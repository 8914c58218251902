import { answerRows, type Handler, HttpError, readQuery } from '@tma/kit';
import { audit } from '../audit.ts';
import type { Auth } from '../context.ts';
import { demandSecret } from '../proof.ts';
import { pickRows } from '../rows.ts';
import { insertTehsil, listTehsils as listAll } from '../store/tehsils.store.ts';
import { tidyTehsil } from '../tehsils.ts';

const table = { name: 'tehsils', columns: ['tehsil'], filters: ['tehsil'], orders: ['tehsil'] };

/** All of them by name, unless a `limit` is given: a sign-up form must show every one. */
export const readTehsils =
  ({ pool }: Auth): Handler<'readTehsils'> =>
  async ({ query }, request, reply) => {
    const read = readQuery(table, query, request.headers);
    const q = query.limit === undefined ? { ...read, limit: Number.POSITIVE_INFINITY } : read;
    return answerRows(request, reply, q, pickRows(await listAll(pool), q));
  };

export const listTehsils =
  ({ pool }: Auth): Handler<'listTehsils'> =>
  () =>
    listAll(pool);

/** Adds a tehsil in the name of an administrator, or of whoever knows the secret key. */
export const addTehsil =
  (auth: Auth): Handler<'addTehsil'> =>
  async ({ body }, request, reply) => {
    const caller = await auth.tokens.caller(request, 'problem');
    if (caller?.audience === 'resident') throw new HttpError(403, 'forbidden', 'This account may not do that.');
    if (!caller) {
      if (!body.Secret_Key) throw new HttpError(401, 'unauthorized', 'The admin secret key is needed.');
      await demandSecret(auth, request, body.Secret_Key);
    }
    const tehsil = tidyTehsil(body.newtehsil);
    if (!(await insertTehsil(auth.pool, tehsil))) throw new HttpError(400, 'tehsil_exists', 'Tehsil Already Exists');
    audit(request.log, 'tehsil added', { admin: caller?.id ?? null });
    return reply.code(201).send({ tehsil });
  };
