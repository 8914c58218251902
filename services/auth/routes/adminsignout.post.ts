import type { Handler } from '@tma/kit';
import type { Auth } from '../context.ts';

/** Ends the administrator's session at once. */
export const adminSignOut =
  ({ ended }: Auth): Handler<'adminSignOut'> =>
  async ({ caller }, _request, reply) => {
    await ended.add([caller.sessionId]);
    return reply.code(204).send();
  };
