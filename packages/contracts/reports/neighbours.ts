/** What is reported near by, support for others' reports, and duplicates. */
import { z } from 'zod';
import { limits } from '../limits.ts';
import { json, operation } from '../operation.ts';
import { forRoles } from '../roles.ts';
import { decimal, id, line, pageSize } from '../scalars.ts';
import { AdminReport, issueName, Nearby, ofReport, RequestRow } from './shapes.ts';

const reports = { service: 'reports', errors: 'problem' } as const;
const ofResident = { ...reports, who: ['resident'] } as const;
const reference = z.string('must be the reference of a report, or null').max(40, 'must be the reference of a report');

export const neighbourOperations = {
  listNearby: operation('GET /api/nearby', {
    ...reports,
    who: ['resident', 'admin'],
    roles: forRoles.office,
    summary: 'Open reports of the same type near a point, or with words like those of a place; at most five',
    query: z.object({
      issue: issueName,
      lat: decimal(-90, 90).optional(),
      long: decimal(-180, 180).optional(),
      /** In metres: how far off the point may be. */
      accuracy: decimal(0, 10_000).optional(),
      location: line(limits.location).optional(),
    }),
    answers: { 200: z.array(Nearby) },
  }),
  supportReport: operation('PUT /reports/{id}/support', {
    ...ofResident,
    summary: 'Say that one has the same problem; by id or reference',
    params: ofReport,
    answers: { 200: z.object({ supports: z.int(), supported: z.literal(true) }) },
  }),
  endSupport: operation('DELETE /reports/{id}/support', {
    ...ofResident,
    summary: 'Say no more that one has the same problem',
    params: ofReport,
    answers: { 204: null },
  }),
  listSupported: operation('GET /api/supported', {
    ...ofResident,
    summary: "Others' reports that one supports, newest first",
    query: z.object({ limit: pageSize, before: id.optional() }),
    answers: { 200: z.array(RequestRow) },
  }),
  markDuplicate: operation('PUT /reports/{id}/duplicate', {
    ...reports,
    who: ['admin'],
    roles: forRoles.office,
    summary: 'Mark a report as saying the same as another, whose status it follows; null undoes that',
    params: ofReport,
    body: json(z.object({ of: reference.nullable() })),
    answers: { 200: AdminReport },
  }),
};
