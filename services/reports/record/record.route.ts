import { recordUrl } from '@tma/contracts';
import { type Handler, networkOf, notFound, sendJson } from '@tma/kit';
import type { Reports } from '../report/context.ts';
import { findRecord } from './record.store.ts';

/**
 * What everybody may see of a report, by its reference in any letter case. Who asks for too many that there are not is refused for a
 * while, whatever they ask for. Nobody keeps the answer without asking again: a report may be hidden, or shared no longer.
 */
export const readRecord =
  ({ pool, config, limits: { unknownRecords } }: Pick<Reports, 'pool' | 'config' | 'limits'>): Handler<'readRecord'> =>
  async ({ params: { reference } }, request, reply) => {
    const network = networkOf(request.ip);
    await unknownRecords.check(network);
    const name = reference.toUpperCase();
    const record = /^TMA-[0-9A-Z]{8}$/.test(name) ? await findRecord(pool, name) : null;
    if (record) {
      // Its page, for the server of documents too, which does not know where people reach the portal.
      reply.header('link', `<${recordUrl(config.PUBLIC_URL, name)}>; rel="canonical"`);
      return sendJson(request, reply, record);
    }
    await unknownRecords.count(network);
    throw notFound();
  };
