import { HttpError, tooMany } from '@tma/kit';
import type { FastifyRequest } from 'fastify';
import type { Open311 } from '../access/context.ts';
import { findKey, giveBack, type Key, takeOne, untilTomorrow } from '../access/keys.store.ts';
import { type Place, tehsilNamed } from './jurisdiction.ts';
import { readForm } from './read-form.ts';

type Parts = Pick<Open311, 'config' | 'pool' | 'tehsils' | 'reports' | 'keyConcurrency'>;

/** Submits a report in the name of a key. Throws 400, 404, 403, 429 and what reports refuses. */
export async function submitReport(parts: Parts, request: FastifyRequest, query: Place) {
  const { form, secret, jurisdiction } = await readForm(request, query.api_key);
  const key = secret ? await findKey(parts.pool, secret) : null;
  if (!key) throw new HttpError(403, 'forbidden', secret ? 'api_key: is not known' : 'api_key: is missing');
  await tehsilNamed(parts, query.jurisdiction_id, key);
  await tehsilNamed(parts, jurisdiction, key);
  const given = request.headers['idempotency-key'];
  const idempotencyKey = typeof given === 'string' ? given : undefined;
  const submit = (isUsedUp: boolean) =>
    parts.reports.submit(form, { key, isUsedUp, idempotencyKey }).catch((error: unknown) => refuse(parts, key, error));
  return parts.keyConcurrency.run(key.id, () => counted(parts, key, submit));
}

/** Counts a report of the key today, and takes that back if the report is refused. */
async function counted<R extends { isNew: boolean }>(
  { config: { TIME_ZONE }, pool }: Parts,
  { id, perDay }: Key,
  submit: (isUsedUp: boolean) => Promise<R>,
): Promise<R> {
  const day = await takeOne(pool, id, TIME_ZONE);
  let isNew = false;
  try {
    const submitted = await submit(day === null);
    isNew = submitted.isNew;
    return submitted;
  } catch (error) {
    if (day !== null || !(error instanceof HttpError) || error.status !== 429) throw error;
    const message = `This key can bring ${perDay} reports a day. Please try again tomorrow.`;
    const rule = { name: 'key', points: perDay, seconds: 24 * 3600, code: error.code, message };
    throw tooMany(rule, await untilTomorrow(pool, TIME_ZONE));
  } finally {
    if (day !== null && !isNew) await giveBack(pool, id, day);
  }
}

/** Throws the refusal of the service reports, with the parameter names of the standard. */
async function refuse(parts: Parts, key: Key, error: unknown): Promise<never> {
  if (!(error instanceof HttpError)) throw error;
  const { status, code, message, details } = error;
  const [first] = details.errors ?? [];
  if (code === 'other_jurisdiction') await tehsilNamed(parts, first?.message, key);
  if (first?.path === 'image') throw new HttpError(status, code, `media: ${message}`, details);
  throw error;
}
