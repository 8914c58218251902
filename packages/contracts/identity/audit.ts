/** The audit log: what staff did and read. */
import { z } from 'zod';
import { auditKinds } from '../audit-kinds.ts';
import { operation } from '../operation.ts';
import { forRoles } from '../roles.ts';
import { id, pageSize, time } from '../scalars.ts';

const ofHeads = { service: 'auth', errors: 'problem', who: ['admin'], roles: forRoles.head } as const;
const notASeq = 'must be the seq of an entry';

const Wanted = z.object({
  before: z.coerce.number(notASeq).int(notASeq).positive(notASeq).optional(),
  kind: z.enum(auditKinds, `must be one of ${auditKinds.join(', ')}`).optional(),
  by: id.optional(),
});

const AuditEntry = z
  .object({
    seq: z.int().positive(),
    at: time,
    kind: z.string(),
    /** Null for somebody without an account. */
    by: z.object({ id, name: z.string() }).nullable(),
    /** A report's reference, the name of a person or of the thing. */
    about: z.string(),
    detail: z.string().nullable(),
  })
  .meta({ id: 'AuditEntry' });

export const auditOperations = {
  readAudit: operation('GET /api/audit', {
    ...ofHeads,
    summary: 'What staff of the tehsil did and read, newest first',
    query: Wanted.extend({ limit: pageSize }),
    answers: { 200: z.array(AuditEntry) },
  }),
  downloadAudit: operation('GET /api/audit.csv', {
    ...ofHeads,
    summary: 'The same as CSV (RFC 4180), whole',
    query: Wanted,
    answers: { 200: null },
  }),
};
