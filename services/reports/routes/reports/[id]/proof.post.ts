import { id as uuidRule } from '@tma/contracts';
import { failpoint, type Handler, HttpError, notFound } from '@tma/kit';
import { checkProof, requireUnproved, saveProof } from '../../../closures/proof.ts';
import type { Reports } from '../../../context.ts';
import { formLimits, readForm } from '../../../form.ts';
import { onlyHttpErrors } from '../../../only-http-errors.ts';
import { lastClosure } from '../../../stores/closures.store.ts';
import { tehsilOf } from '../../../stores/proofs.store.ts';

/**
 * Takes a picture of the finished work. What is wrong is answered in a fixed order, wherever it stands in the form: no such report
 * (404), a closure that takes no more proof (409), too many pictures in a day (429), the note, the picture, one that was used before
 * (422). The first three are known before the form is read: nothing of it is stored then. What was stored of a form that is refused
 * is discarded.
 */
export const addProof =
  (reports: Reports): Handler<'addProof'> =>
  async ({ params: { id }, caller }, request, reply) => {
    const limits = formLimits(reports.config);
    const refusal = await requireProvable(reports, id, caller).then(() => null, onlyHttpErrors);
    if (refusal) {
      // Whatever is wrong with the form: it is read for its sender's sake only.
      await readForm(request, limits).catch(() => undefined);
      throw refusal;
    }
    const { tehsil, token } = caller;
    const uploads = reports.files.proof({ reportId: id, tehsil, token, requestId: request.id });
    const proof = await readForm(request, limits, uploads)
      .then(checkProof)
      .catch(async (error: unknown) => {
        await uploads.discard();
        throw error;
      });
    const saved = await saveProof(reports.pool, { id, by: caller, proof }).catch(async (error: unknown) => {
      // Any other error may have come after the commit: then the proof needs its picture.
      if (error instanceof HttpError) await uploads.discard();
      throw error;
    });
    failpoint('change-committed');
    return reply.code(201).send(saved);
  };

/** Throws 404, 409 or 429 when nothing may be sent; else what is sent counts, whatever becomes of it. */
async function requireProvable(
  { pool, limits: { proofs } }: Pick<Reports, 'pool' | 'limits'>,
  id: string,
  caller: { id: string; tehsil: string },
): Promise<void> {
  if (!uuidRule.safeParse(id).success) throw notFound();
  const [tehsil, closure] = await Promise.all([tehsilOf(pool, id), lastClosure(pool, id)]);
  if (tehsil !== caller.tehsil) throw notFound();
  requireUnproved(closure);
  await proofs.count(caller.id);
}
