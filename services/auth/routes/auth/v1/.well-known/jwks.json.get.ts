import type { Handler } from '@tma/kit';
import type { Auth } from '../../../../context.ts';

/** The public keys that verify access tokens (RFC 7517). */
export const jwks =
  ({ keys }: Auth): Handler<'jwks'> =>
  async (_input, _request, reply) => {
    reply.header('cache-control', 'public, max-age=60');
    return keys.publicSet();
  };
