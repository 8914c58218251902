import { isProblem, readReference, recordUrl } from '@tma/contracts';
import { type Handler, HttpError, networkOf, notFound, requireId, sendJson, transaction } from '@tma/kit';
import type { Reports } from '../report/context.ts';
import { lockFor } from '../report/locks.store.ts';
import { findRecord, saveShared } from './record.store.ts';

/**
 * What everybody may see of a report, by its reference in any letter case. Whoever asks for too many unknown references is refused
 * for a while, for known ones too. Caches ask again each time: a report may have been hidden, or is no longer shared.
 */
export const readRecord =
  ({ pool, config, limits: { unknownRecords } }: Pick<Reports, 'pool' | 'config' | 'limits'>): Handler<'readRecord'> =>
  async ({ params: { reference } }, request, reply) => {
    const network = networkOf(request.ip);
    await unknownRecords.check(network);
    const name = readReference(reference);
    const record = name && (await findRecord(pool, name));
    if (name && record) {
      // Its page, for the server of documents too, which does not know where people reach the portal.
      reply.header('link', `<${recordUrl(config.PUBLIC_URL, name)}>; rel="canonical"`);
      return sendJson(request, reply, record);
    }
    await unknownRecords.count(network);
    throw notFound();
  };

/**
 * Shows place, texts and picture of the caller's own report to whoever has its link, or stops showing them; writes nothing where that
 * changes nothing. Throws 404 for another person's report, 422 for certificates and licences, which have no public record.
 */
export const shareReport =
  ({ pool, limits }: Pick<Reports, 'pool' | 'limits'>): Handler<'shareReport'> =>
  async ({ params: { id }, body: { shared }, caller }) => {
    requireId(id);
    await limits.sharing.count(caller.id);
    return transaction(pool, async (tx) => {
      const report = await lockFor(tx, caller, 'share', id);
      if (!isProblem(report.issue))
        throw new HttpError(422, 'not_supported', 'Certificates and licences are not shown to others.');
      return saveShared(tx, report, shared);
    });
  };
