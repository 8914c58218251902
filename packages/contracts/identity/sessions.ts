/** The sessions of the caller, a resident or an administrator. */
import { z } from 'zod';
import { operation } from '../operation.ts';
import { forRoles } from '../roles.ts';
import { id, time } from '../scalars.ts';

const own = { service: 'auth', errors: 'problem', who: ['resident', 'admin'], roles: forRoles.all } as const;

export const sessionOperations = {
  listSessions: operation('GET /api/sessions', {
    ...own,
    summary: "The caller's sessions, the newest first, at most 200",
    answers: {
      200: z.array(
        z.object({
          id,
          startedAt: time,
          /** To the minute; for a resident the time of the last refresh. */
          lastSeen: time,
          /** In words, in English. */
          browser: z.string(),
          /** Whether it is the session of this request. */
          current: z.boolean(),
        }),
      ),
    },
  }),
  endSession: operation('DELETE /api/sessions/{id}', {
    ...own,
    summary: 'End one of them at once; 404 for any other',
    params: z.object({ id: z.guid() }),
    answers: { 204: null },
  }),
};
