import { ProfileData } from '@tma/contracts';
import {
  answerRows,
  appendEvent,
  type Handler,
  HttpError,
  type RestQuery,
  readQuery,
  readRow,
  transaction,
  violates,
} from '@tma/kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Auth } from '../context.ts';
import { emptyProfile, type Profile, type ProfileFields } from '../profiles.ts';
import { pickRows } from '../rows.ts';
import { findProfile, holdProfile, insertProfile, saveProfile } from '../store/profiles.store.ts';
import { holdBySession } from '../store/users.store.ts';
import { knownTehsil } from '../tehsils.ts';

const columns = ['id', 'first_name', 'last_name', 'contact_number', 'tehsil', 'location'];
const table = { name: 'usersdb', columns, filters: columns, orders: columns, ids: ['id'] };

const notYours = () => new HttpError(403, '42501', 'new row violates row-level security policy for table "usersdb"');
const sessionEnded = () => new HttpError(401, 'PGRST301', 'JWT belongs to a session that has ended');

/** A person sees the own row; another's is not there. */
export const readProfile =
  ({ pool }: Auth): Handler<'readProfile'> =>
  async ({ caller, query }, request, reply) => {
    const q = readQuery(table, query, request.headers);
    const profile = await findProfile(pool, caller.id);
    return answerRows(request, reply, q, pickRows(profile ? [profile] : [], q));
  };

export const createProfile =
  (auth: Auth): Handler<'createProfile'> =>
  async ({ caller, query, body }, request, reply) => {
    const q = readQuery(table, query, request.headers);
    const fields = await readFields(auth, caller.id, body, q);
    const profile = { id: caller.id, ...emptyProfile, ...fields };
    try {
      await transaction(auth.pool, async (tx) => {
        if (!(await holdBySession(tx, caller.sessionId))) throw sessionEnded();
        await insertProfile(tx, caller.id, profile);
        await appendEvent(tx, 'ProfileSaved', caller.id, profile);
      });
    } catch (error) {
      if (!violates(error, 'usersdb_pkey')) throw error;
      throw new HttpError(409, '23505', 'duplicate key value violates unique constraint "usersdb_pkey"');
    }
    return answerWritten(request, reply, q, [profile], 201);
  };

export const updateProfile =
  (auth: Auth): Handler<'updateProfile'> =>
  async ({ caller, query, body }, request, reply) => {
    const q = readQuery(table, query, request.headers);
    const fields = await readFields(auth, caller.id, body, q);
    const written = await transaction(auth.pool, async (tx) => {
      if (!(await holdBySession(tx, caller.sessionId))) throw sessionEnded();
      const before = await holdProfile(tx, caller.id);
      if (!before || pickRows([before], { ...q, offset: 0 }).rows === 0) return [];
      const profile = { ...before, ...fields };
      await saveProfile(tx, caller.id, profile);
      await appendEvent(tx, 'ProfileSaved', caller.id, profile);
      return [profile];
    });
    return answerWritten(request, reply, q, written, 200);
  };

/** What a body says of the caller. Throws 403 when it names somebody else. */
async function readFields(auth: Auth, callerId: string, body: unknown, q: RestQuery): Promise<Partial<ProfileFields>> {
  const { id, ...rest } = readRow(table, body, q);
  if (id !== undefined && !(typeof id === 'string' && id.toLowerCase() === callerId)) throw notYours();
  const fields = ProfileData.parse(rest);
  if (fields.tehsil !== undefined) fields.tehsil = await knownTehsil(auth.pool, fields.tehsil, '23514');
  return fields;
}

function answerWritten(request: FastifyRequest, reply: FastifyReply, q: RestQuery, rows: Profile[], status: number) {
  if (!q.representation) return reply.code(status === 201 ? 201 : 204).send();
  const picked = pickRows(rows, { ...q, filters: [], offset: 0 });
  return answerRows(request, reply, q, picked, status);
}
