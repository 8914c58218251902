import { ProfileData } from '@tma/contracts';
import {
  answerRows,
  type Handler,
  HttpError,
  type RestQuery,
  type RestTable,
  readQuery,
  readRow,
  transaction,
  violates,
} from '@tma/kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Auth } from '../credentials/context.ts';
import { newPerson, type Profile, type ProfileFields, profileFields } from '../person/profile.ts';
import { findProfile, insertProfile, lockProfile } from '../person/profiles.store.ts';
import { publishProfile, saveIfChanged } from '../person/publish-profile.ts';
import { requireSession } from '../person/require-session.ts';
import { requireTehsil } from '../person/tehsil.ts';
import { selectRows } from './select-rows.ts';

const columns = ['id', ...profileFields];

/** Residents' profiles, of which each caller sees their own row only. */
const usersdb: RestTable = { name: 'usersdb', columns, filters: columns, orders: columns, ids: ['id'] };

const notOwnRow = () => new HttpError(403, '42501', 'new row violates row-level security policy for table "usersdb"');

/**
 * The fields that a body gives the caller's profile. Throws 403 `42501` when it names another account, `23514` for an
 * unknown tehsil, and what `readRow` throws.
 */
async function readFields(auth: Auth, callerId: string, body: unknown, q: RestQuery): Promise<Partial<ProfileFields>> {
  const { id, ...rest } = readRow(usersdb, body, q);
  if (id !== undefined && !(typeof id === 'string' && id.toLowerCase() === callerId)) throw notOwnRow();
  const fields = ProfileData.parse(rest);
  if (fields.tehsil !== undefined) fields.tehsil = await requireTehsil(auth.pool, fields.tehsil, '23514');
  return fields;
}

/** Answers a write: with the written rows, and how many there are, where the caller wants it; else without a body. */
function answerWrite(request: FastifyRequest, reply: FastifyReply, q: RestQuery, rows: Profile[], status: 200 | 201) {
  // PostgREST has a range of the rows that it changed, and none of one that it created.
  if (q.count) reply.header('content-range', `${status === 200 && rows.length === 1 ? '0-0' : '*'}/${rows.length}`);
  if (!q.representation) return reply.code(status === 201 ? 201 : 204).send();
  const written = selectRows(rows, { ...q, filters: [], offset: 0 });
  return answerRows(request, reply, q, written, status);
}

/** The caller's own profile (PostgREST); a filter for anyone else's finds no row. */
export const readProfile =
  ({ pool }: Auth): Handler<'readProfile'> =>
  async ({ caller, query }, request, reply) => {
    const q = readQuery(usersdb, query, request.headers);
    const profile = await findProfile(pool, caller.id);
    return answerRows(request, reply, q, selectRows(profile ? [profile] : [], q));
  };

/**
 * Creates the caller's profile where there is none; fields that are not given are empty (PostgREST).
 * Throws 409 `23505` when there is one, 401 `PGRST301` when the session has ended, 429 after too many writes in a
 * day, and what `readFields` throws.
 */
export const createProfile =
  (auth: Auth): Handler<'createProfile'> =>
  async ({ caller, query, body }, request, reply) => {
    const q = readQuery(usersdb, query, request.headers);
    await auth.limits.profiles.count(caller.id);
    const fields = await readFields(auth, caller.id, body, q);
    const profile = { id: caller.id, ...newPerson, ...fields };
    try {
      await transaction(auth.pool, async (tx) => {
        await requireSession(tx, caller.sessionId, 'postgrest');
        await publishProfile(tx, profile, await insertProfile(tx, profile));
      });
    } catch (error) {
      if (!violates(error, 'usersdb_pkey')) throw error;
      throw new HttpError(409, '23505', 'duplicate key value violates unique constraint "usersdb_pkey"');
    }
    return answerWrite(request, reply, q, [profile], 201);
  };

/**
 * Changes the given fields of the caller's profile (PostgREST); a filter for anyone else's changes no row.
 * Throws 401 `PGRST301` when the session has ended, 429 after too many writes in a day, and what `readFields` throws.
 */
export const updateProfile =
  (auth: Auth): Handler<'updateProfile'> =>
  async ({ caller, query, body }, request, reply) => {
    const q = readQuery(usersdb, query, request.headers);
    await auth.limits.profiles.count(caller.id);
    const fields = await readFields(auth, caller.id, body, q);
    const written = await transaction(auth.pool, async (tx) => {
      await requireSession(tx, caller.sessionId, 'postgrest');
      const before = await lockProfile(tx, caller.id);
      if (!before || selectRows([before], { ...q, offset: 0 }).rows === 0) return [];
      const profile = { ...before, ...fields };
      await saveIfChanged(tx, before, profile);
      return [profile];
    });
    return answerWrite(request, reply, q, written, 200);
  };
