import { jurisdictionOf } from '@tma/contracts';
import { type Handler, HttpError, type System } from '@tma/kit';
import type { Reports } from '../report/context.ts';
import { type Form, readForm } from '../report/form/form.ts';
import { refusalOf } from '../report/refusal.ts';
import { findReportByKey } from './idempotency-keys.store.ts';
import { checkOpen311Form, open311Files } from './open311-form.ts';
import { parseKey, receiveReport } from './receive-report.ts';

/**
 * Takes a report from another system: 201 and its reference, or 200 and that of the earlier report with this
 * Idempotency-Key.
 * Throws 403 `other_jurisdiction` where the form names another tehsil than the key's, 429 when the key is used up for
 * the day or too many of its forms were refused; then as `createReport`, by the names of GeoReport v2.
 */
export const takeRequest =
  ({ config, pool, files, limits: { refusedForms } }: Reports): Handler<'takeRequest'> =>
  async ({ caller }, request, reply) => {
    const key = parseKey(request.headers['idempotency-key']);
    const earlier = key === null ? null : await findReportByKey(pool, caller.id, key);
    const refusal = caller.isUsedUp ? usedUp() : await refusalOf(refusedForms.check(caller.id));
    if (earlier || refusal) {
      await readForm(request, config);
      if (!earlier) throw refusal;
      return reply.code(200).send({ reference: earlier.reference });
    }
    const { row, created } = await receiveReport({ config, pool, files }, request, {
      sender: caller,
      key,
      fileFields: open311Files,
      check: (form) => {
        requireJurisdiction(form, caller);
        return checkOpen311Form(form, caller);
      },
      onRefused: () => refusedForms.take(caller.id),
    });
    return reply.code(created ? 201 : 200).send({ reference: row.reference });
  };

function requireJurisdiction({ fields }: Form, { tehsil }: System): void {
  const named = fields.get('jurisdiction_id')?.trim();
  if (!named || jurisdictionOf(named) === jurisdictionOf(tehsil)) return;
  const errors = [{ path: 'jurisdiction_id', message: named }];
  throw new HttpError(403, 'other_jurisdiction', 'jurisdiction_id: is not that of the key', { errors });
}

const usedUp = () => new HttpError(429, 'over_request_rate_limit', 'The key has brought as many reports as it may.');
