import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { PassThrough, type Readable } from 'node:stream';
import replyFrom from '@fastify/reply-from';
import { type Method, operationList, pages } from '@tma/contracts';
import { type App, mayBreak, Refusal, refuseOtherMethods, routePath, sendRefusal, unavailable } from '@tma/kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayConfig } from './config.ts';
import { upstreams } from './parts.ts';

/** How long a service may be silent, in milliseconds: one that hangs is not to hang its callers. Uploads take longer. */
const answerMs = 10_000;
const uploadMs = 60_000;

/** Streams each path of the contract to its service, pages and assets to the frontends. Nothing else gets through. */
export async function addForwarding(app: App, config: GatewayConfig) {
  await app.register(async (inner) => {
    await inner.register(replyFrom, {
      disableRequestLogging: true,
      undici: {
        connections: 256,
        pipelining: 1,
        connect: { timeout: 2000 },
      },
    });
    // Bodies are not read here: they flow through.
    inner.removeAllContentTypeParsers();
    inner.addContentTypeParser('*', (_request, payload, done) => done(null, letThrough(payload)));
    const taken = new Map<string, Set<Method>>();
    const take = (method: Method, url: string) => taken.set(url, (taken.get(url) ?? new Set()).add(method));
    const to = upstreams(config);

    for (const { id, method, path, service, errors, internal, body } of operationList) {
      if (internal || service === 'gateway') continue;
      const url = routePath(path);
      take(method, url);
      inner.route({
        method,
        url,
        config: { operation: id, errors },
        handler: forward(to[service], '', body?.type === 'multipart' ? uploadMs : answerMs),
      });
    }
    for (const { path } of pages) {
      take('GET', path);
      inner.get(path, forward(to.shell));
    }
    refuseOtherMethods(inner, taken);
    for (const remote of ['resident', 'admin'] as const) {
      inner.get(`/remotes/${remote}/*`, forward(to[remote], `/remotes/${remote}`));
    }
    inner.all('/rest/v1/:table', refuseTable);
    inner.get('/*', forwardUnknown(to.shell));
  });
}

/**
 * A body on its way. When the service answers before it has read all of it, as it does without a valid token, the rest
 * is read and dropped here: closing the connection would take the answer from the caller.
 */
function letThrough(body: IncomingMessage): PassThrough {
  const through = mayBreak(new PassThrough());
  through.once('close', () => {
    body.unpipe(through);
    body.resume();
  });
  body.once('close', () => {
    if (!body.complete) through.destroy(new Error('the caller went away'));
  });
  return body.pipe(through);
}

const pagePaths: ReadonlySet<string> = new Set(pages.map(({ path }) => path));

/** A frontend's file, or its "not found" page; the interfaces answer for their own unknown paths. */
const forwardUnknown = (shell: string) => {
  const forwardToShell = forward(shell);
  return (request: FastifyRequest, reply: FastifyReply) => {
    const [path = '', query] = request.url.split('?');
    if (/^\/(auth|rest)\/v1(\/|$)|^\/(internal|health|metrics)(\/|$)/.test(path)) return reply.callNotFound();
    const plain = path.replace(/\/$/, '');
    if (pagePaths.has(plain)) return reply.redirect(query === undefined ? plain : `${plain}?${query}`, 308);
    return forwardToShell(request, reply);
  };
};

/** PostgREST's answer for a table there is not. */
async function refuseTable(request: FastifyRequest) {
  const { table } = request.params as { table: string };
  throw new Refusal(404, 'PGRST205', `Could not find the table 'public.${table}' in the schema cache`);
}

function forward(upstream: string, prefix = '', timeout = answerMs) {
  return (request: FastifyRequest, reply: FastifyReply) => {
    const [path = '/'] = request.raw.url?.split('?') ?? [];
    return reply.from(upstream + path.slice(prefix.length), {
      rewriteRequestHeaders: (_request, headers) => ownHeaders(request, headers as IncomingHttpHeaders),
      timeout,
      rewriteHeaders: ({ connection: _connection, 'keep-alive': _keepAlive, ...headers }) => ({
        ...headers,
        // What the service says an answer depends on, beside what it depends on here.
        ...(headers.vary && { vary: `${headers.vary}, Origin` }),
      }),
      retryDelay: ({ err, attempt }) => (err && attempt < 2 && canRepeat(request, err) ? 50 : null),
      onResponse: (_request, answered, answer) => {
        // Kept open although the body is still coming: `letThrough` reads it to its end.
        answered.removeHeader('connection');
        handOn(request, answered as FastifyReply, (answer as unknown as { stream: AnswerBody }).stream);
      },
      onError: (failed, { error }) => {
        sendRefusal(unavailable(error), request, failed as FastifyReply);
      },
    });
  };
}

type AnswerBody = Readable & { bytes(): Promise<Uint8Array> };

/** What is no larger than this is taken whole: it costs a fraction of what a stream costs. In bytes. */
const small = 64 * 1024;

/** Sends an answer's body on: as it flows, or at once when it is small or there is none. */
function handOn(request: FastifyRequest, reply: FastifyReply, body: AnswerBody) {
  const length = reply.statusCode === 304 ? 0 : Number(reply.getHeader('content-length') ?? Number.NaN);
  if (request.method === 'HEAD' || !(length <= small)) return reply.send(body);
  return body.bytes().then(
    (bytes) =>
      reply.send(reply.statusCode === 304 ? undefined : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)),
    (error: unknown) => sendRefusal(unavailable(error), request, reply),
  );
}

/** A read whose connection broke, as when a service was just restarted, may be asked again. */
const canRepeat = (request: FastifyRequest, error: Error) =>
  ['GET', 'HEAD'].includes(request.method) &&
  /ECONN|UND_ERR_SOCKET|EPIPE/.test((error as { code?: string }).code ?? '');

/** `Expect: 100-continue` was answered here; what a service may believe of the connection, we alone say. */
const notPassedOn = /^(expect|forwarded|x-forwarded-.*|x-real-ip)$/;

/** @param headers a copy of the caller's */
function ownHeaders(request: FastifyRequest, headers: IncomingHttpHeaders): IncomingHttpHeaders {
  for (const name of Object.keys(headers)) if (notPassedOn.test(name)) delete headers[name];
  headers['x-forwarded-for'] = request.ip;
  headers['x-request-id'] = request.id;
  return headers;
}
