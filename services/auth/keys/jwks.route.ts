import type { Handler } from '@tma/kit';
import type { SigningKeys } from './signing-keys.ts';

/** The public keys that verify access tokens (RFC 7517). */
export const jwks =
  ({ keys }: { keys: SigningKeys }): Handler<'jwks'> =>
  async (_input, _request, reply) => {
    reply.header('cache-control', 'public, max-age=60');
    return keys.publicSet();
  };
