/** The operations of the auth service. */
import { z } from 'zod';
import { json, operation } from '../operation.ts';
import { email } from '../scalars.ts';
import { administratorOperations } from './administrators.ts';
import { auditOperations } from './audit.ts';
import { factorOperations } from './factors.ts';
import { phoneOperations } from './phones.ts';
import { profileOperations } from './profiles.ts';
import { residentOperations } from './residents.ts';
import { sessionOperations } from './sessions.ts';
import { staffOperations } from './staff.ts';
import { tehsilOperations } from './tehsils.ts';

export const identityOperations = {
  ...residentOperations,
  ...profileOperations,
  ...phoneOperations,
  ...administratorOperations,
  ...factorOperations,
  ...auditOperations,
  ...sessionOperations,
  ...staffOperations,
  ...tehsilOperations,
  sendInvite: operation('POST /api/sendInvite', {
    service: 'auth',
    errors: 'problem',
    who: ['resident'],
    summary: 'Invite a neighbour by mail',
    body: json(z.object({ userEmail: email, neighborEmail: email })),
    answers: { 202: z.object({ status: z.literal('queued') }) },
  }),
};
