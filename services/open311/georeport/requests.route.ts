/** Reports as other systems read them. */
import { type PublicReport, readReference } from '@tma/contracts';
import { type Handler, notFound } from '@tma/kit';
import type { FastifyRequest } from 'fastify';
import type { Open311 } from '../access/context.ts';
import { answer } from './answer.ts';
import { type Place, tehsilOf } from './jurisdiction.ts';
import { readQuery, readUpdatesQuery } from './query.ts';
import { requestOf, updateOf } from './shapes.ts';

/** Reports of a tehsil, newest first. */
export const open311Requests =
  (open311: Open311): Handler<'open311Requests'> =>
  async ({ params, query }, request, reply) => {
    const tehsil = await tehsilOf(open311, request, query);
    const wanted = readQuery(query);
    const found = wanted ? await open311.reports.list({ tehsil, ...wanted }) : [];
    const { PUBLIC_URL } = open311.config;
    return answer(
      reply,
      params.format,
      'service_requests',
      found.map((report) => requestOf(report, PUBLIC_URL)),
    );
  };

/** The report of a reference. Throws 404 where the tehsil has none, or none that everybody may see; else as `tehsilOf`. */
async function oneReport(
  open311: Open311,
  request: FastifyRequest,
  reference: string,
  query: Place & { extensions?: string | undefined },
): Promise<PublicReport> {
  const tehsil = await tehsilOf(open311, request, query);
  const name = readReference(reference.trim());
  const wanted = name && readQuery({ service_request_id: name, extensions: query.extensions });
  const [report] = wanted ? await open311.reports.list({ tehsil, ...wanted }) : [];
  if (!report) throw notFound('service_request_id: there is none of this name');
  return report;
}

/** One report. */
export const open311Request =
  (open311: Open311): Handler<'open311Request'> =>
  async ({ params: { id, format }, query }, request, reply) => {
    const report = await oneReport(open311, request, id, query);
    return answer(reply, format, 'service_requests', [requestOf(report, open311.config.PUBLIC_URL)]);
  };

/** The report of a token: every report has its reference at once, and that is its token. */
export const open311Token =
  (open311: Open311): Handler<'open311Token'> =>
  async ({ params: { id, format }, query }, request, reply) => {
    const { reference } = await oneReport(open311, request, id, query);
    return answer(reply, format, 'service_requests', [{ service_request_id: reference, token: reference }]);
  };

/** What happened to reports of a tehsil after they came in, newest first. */
export const open311Updates =
  (open311: Open311): Handler<'open311Updates'> =>
  async ({ params, query }, request, reply) => {
    const tehsil = await tehsilOf(open311, request, query);
    const found = await open311.reports.updates({ tehsil, ...readUpdatesQuery(query) });
    return answer(reply, params.format, 'service_request_updates', found.map(updateOf));
  };
