import { pictureName } from '@tma/contracts';
import { failpoint, type Handler, HttpError, notFound, requireId } from '@tma/kit';
import { lastClosure } from '../report/closure/closures.store.ts';
import type { Reports } from '../report/context.ts';
import { readForm } from '../report/form/form.ts';
import { type Administrator, may, requireMay, sideOf } from '../report/policy.ts';
import { refusalOf } from '../report/refusal.ts';
import { ownerOf } from '../report/reports.store.ts';
import { checkProof, requireUnproved, saveProof } from './proof.ts';
import { timesOfProof } from './proofs.store.ts';

/**
 * Takes a picture of the finished work. Faults are reported in a fixed order, wherever they stand in the form: an unknown report
 * (404), a closure that takes no more proof (409), too many pictures in a day (429), the note, the picture, a picture that was used
 * before (422). The first three are checked before the form is read, and nothing of it is stored then. The stored files of a
 * refused form are discarded.
 */
export const addProof =
  (reports: Reports): Handler<'addProof'> =>
  async ({ params: { id }, caller }, request, reply) => {
    const refusal = await refusalOf(requireProvable(reports, id, caller));
    if (refusal) {
      // Whatever is wrong with the form: it is read for its sender's sake only.
      await readForm(request, reports.config).catch(() => undefined);
      throw refusal;
    }
    await reports.administrators.learnCaller(caller);
    const { tehsil, token } = caller;
    const uploads = reports.files.proof({ reportId: id, tehsil, token });
    const proof = await readForm(request, reports.config, uploads)
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

/** Throws 404, 409 or 429 when no picture is accepted. Otherwise counts one, whatever becomes of it. */
async function requireProvable(
  { pool, limits: { proofs } }: Pick<Reports, 'pool' | 'limits'>,
  id: string,
  caller: Administrator,
): Promise<void> {
  requireId(id);
  const [report, closure] = await Promise.all([ownerOf(pool, id), lastClosure(pool, id)]);
  requireMay(caller, 'prove', report);
  requireUnproved(closure);
  await proofs.count(caller.id);
}

/**
 * When a picture of finished work was sent, and taken; that never changes. Everybody who knows the picture may know it; for a
 * hidden report only those who may read the report. The tehsil's office also sees which report's picture it resembles, and so does
 * the reporter if it is their own. Throws 401 for a token that is not accepted.
 */
export const proofTimes =
  ({ pool, config, tokens }: Pick<Reports, 'pool' | 'config' | 'tokens'>): Handler<'proofTimes'> =>
  async ({ params: { name } }, request, reply) => {
    if (!pictureName.safeParse(name).success) throw notFound();
    const caller = await tokens.caller(request);
    const found = await timesOfProof(pool, `uploads/${name}.webp`, config.TIME_ZONE);
    if (!found) throw notFound();
    const { tehsil, alike, hidden, user_id, assignee, reference, ...times } = found;
    const side = caller && may(caller, 'read', { tehsil, user_id, assignee }) ? sideOf(caller) : null;
    if (hidden && side === null) throw notFound();
    // Nobody is to get the answer that was meant for somebody else, a cache on the way included.
    reply.header('vary', 'Authorization');
    reply.header('cache-control', `${caller ? 'private' : 'public'}, max-age=31536000, immutable`);
    return side === 'office' || (side === 'reporter' && alike === reference) ? { ...times, alike } : times;
  };
