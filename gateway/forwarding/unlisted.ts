/** Paths that the contract does not list: the frontends' files, and what does not exist. */
import { pageNameAt } from '@tma/contracts';
import { HttpError } from '@tma/kit/http/http-error';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Forward } from './forward.ts';

type Handler = ReturnType<Forward>;

/** What every process answers to the operator alone, and never through the gateway. */
const internalPath = /^\/(internal|health|metrics)([/?]|$)/;

/** Forwards a request for a remote's file. @param prefix under which the gateway serves the remote */
export const forwardAsset =
  (forwardToRemote: Handler, prefix: string) => (request: FastifyRequest, reply: FastifyReply) => {
    // The router also finds a prefix that is written in escapes (`/%72emotes/…`), whose length is another one.
    // The remote's own router reads escapes, too: `%68ealth/ready` is its health.
    const { '*': file } = request.params as { '*': string };
    const isFile = request.url.startsWith(prefix) && !internalPath.test(`/${file}`);
    return isFile ? forwardToRemote(request, reply) : reply.callNotFound();
  };

/**
 * Forwards any other GET to the shell, which has the file or a "not found" page. Unknown paths of the APIs are answered 404
 * here, and a page's path with a slash too many is redirected.
 */
export const forwardUnknown = (forwardToShell: Handler) => (request: FastifyRequest, reply: FastifyReply) => {
  const [path = '', query] = request.url.split('?');
  if (/^\/(auth\/v1|rest\/v1|open311)(\/|$)/.test(path) || internalPath.test(path)) return reply.callNotFound();
  const page = path.replace(/\/$/, '');
  if (pageNameAt(page)) return reply.redirect(query === undefined ? page : `${page}?${query}`, 308);
  return forwardToShell(request, reply);
};

/** PostgREST's answer for a table that does not exist. */
export async function refuseTable(request: FastifyRequest) {
  const { table } = request.params as { table: string };
  throw new HttpError(404, 'PGRST205', `Could not find the table 'public.${table}' in the schema cache`);
}
