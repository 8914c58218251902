import { type Handler, notFound } from '@tma/kit';
import type { Auth } from '../../credentials/context.ts';
import { withdrawInvitation as withdraw } from './invitations.store.ts';

/** Withdraws an open invitation to the caller's office. Throws 404 for any other. */
export const withdrawInvitation =
  ({ pool }: Pick<Auth, 'pool'>): Handler<'withdrawInvitation'> =>
  async ({ caller, params }, _request, reply) => {
    if (!(await withdraw(pool, caller.tehsil, params.id))) throw notFound();
    return reply.code(204).send();
  };
