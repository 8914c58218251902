import { ProfileData } from '@tma/contracts';
import { answerRows, HttpError, type RestQuery, type RestTable, readRow } from '@tma/kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Auth } from '../credentials/context.ts';
import { type Profile, type ProfileFields, profileFields } from '../person/profile.ts';
import { requireTehsil } from '../person/tehsil.ts';
import { selectRows } from './select-rows.ts';

const columns = ['id', ...profileFields];

/** Residents' profiles, of which each caller sees their own row only. */
export const usersdb: RestTable = { name: 'usersdb', columns, filters: columns, orders: columns, ids: ['id'] };

const notOwnRow = () => new HttpError(403, '42501', 'new row violates row-level security policy for table "usersdb"');
export const sessionEnded = () => new HttpError(401, 'PGRST301', 'JWT belongs to a session that has ended');

/**
 * The fields that a body gives the caller's profile. Throws 403 `42501` when it names another account, `23514` for an
 * unknown tehsil, and what `readRow` throws.
 */
export async function readFields(
  auth: Auth,
  callerId: string,
  body: unknown,
  q: RestQuery,
): Promise<Partial<ProfileFields>> {
  const { id, ...rest } = readRow(usersdb, body, q);
  if (id !== undefined && !(typeof id === 'string' && id.toLowerCase() === callerId)) throw notOwnRow();
  const fields = ProfileData.parse(rest);
  if (fields.tehsil !== undefined) fields.tehsil = await requireTehsil(auth.pool, fields.tehsil, '23514');
  return fields;
}

/** Answers a write: with the written rows when the caller wants a representation, else without a body. */
export function answerWrite(
  request: FastifyRequest,
  reply: FastifyReply,
  q: RestQuery,
  rows: Profile[],
  status: 200 | 201,
) {
  if (!q.representation) return reply.code(status === 201 ? 201 : 204).send();
  const written = selectRows(rows, { ...q, filters: [], offset: 0 });
  return answerRows(request, reply, q, written, status);
}
