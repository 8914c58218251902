import type { PublicReport } from '@tma/contracts';
import { notFound } from '@tma/kit';
import type { FastifyRequest } from 'fastify';
import type { Open311 } from '../access/context.ts';
import { type Place, tehsilOf } from './jurisdiction.ts';
import { readQuery } from './query.ts';

/** The report of a reference. Throws 404 where the tehsil has none, or none that everybody may see; else as `tehsilOf`. */
export async function oneReport(
  open311: Open311,
  request: FastifyRequest,
  reference: string,
  query: Place & { extensions?: string | undefined },
): Promise<PublicReport> {
  const tehsil = await tehsilOf(open311, request, query);
  const wanted = readQuery({ service_request_id: [reference], extensions: query.extensions });
  const [report] = wanted ? await open311.reports.list({ tehsil, ...wanted }) : [];
  if (!report || report.reference !== reference.trim().toUpperCase())
    throw notFound('service_request_id: there is none of this name');
  return report;
}
