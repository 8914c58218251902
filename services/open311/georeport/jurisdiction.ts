import { jurisdictionOf } from '@tma/contracts';
import { HttpError, networkOf } from '@tma/kit';
import type { FastifyRequest } from 'fastify';
import type { Open311 } from '../access/context.ts';
import { findKey, type Key } from '../access/keys.store.ts';

/** The query parameters of every call that name the tehsil. */
export interface Place {
  jurisdiction_id?: string | undefined;
  api_key?: string | undefined;
}

/**
 * Counts a call and finds its tehsil: by name, else by the key, else the only one. Throws 429;
 * 400 where the tehsil is not given, 404 where there is none of this name, 403 where it is not the key's.
 */
export async function tehsilOf(
  { pool, tehsils, limits }: Pick<Open311, 'pool' | 'tehsils' | 'limits'>,
  { ip }: Pick<FastifyRequest, 'ip'>,
  { jurisdiction_id, api_key }: Place,
): Promise<string> {
  await limits.calls.count(networkOf(ip));
  const key = api_key ? await findKey(pool, api_key) : null;
  const named = await tehsilNamed({ tehsils }, jurisdiction_id, key);
  const tehsil = named ?? key?.tehsil ?? (await tehsils.only());
  if (tehsil === null) {
    throw new HttpError(400, 'invalid_request', 'jurisdiction_id: is required, as there are several');
  }
  return tehsil;
}

/** The tehsil of a `jurisdiction_id`; null without one. Throws 404, 403 as `tehsilOf`. */
export async function tehsilNamed(
  { tehsils }: Pick<Open311, 'tehsils'>,
  jurisdiction: string | undefined,
  key: Key | null,
): Promise<string | null> {
  const asked = jurisdictionOf(jurisdiction ?? '');
  if (asked === '') return null;
  // Also if an older tehsil has the same name for other systems.
  if (key && jurisdictionOf(key.tehsil) === asked) return key.tehsil;
  const tehsil = await tehsils.find(asked);
  if (tehsil === null) throw new HttpError(404, 'not_found', 'jurisdiction_id: there is none of this name');
  if (key) throw new HttpError(403, 'forbidden', 'jurisdiction_id: is not that of the key');
  return tehsil;
}
