import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { PassThrough, type Readable } from 'node:stream';
import replyFrom from '@fastify/reply-from';
import { limits, type Method, operationList, pages } from '@tma/contracts';
import {
  type App,
  HttpError,
  ignoreStreamErrors,
  refuseOtherMethods,
  routePath,
  sendError,
  startCall,
  unavailable,
} from '@tma/kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayConfig } from './config.ts';
import { upstreams } from './parts.ts';

/** How long a service may be silent, in milliseconds: one that hangs is not to hang its callers. Uploads take longer. */
const answerMs = 10_000;
const uploadMs = 60_000;

/** Hands each path of the contract to its service, pages and assets to the frontends. Nothing else gets through. */
export async function addForwarding(app: App, config: GatewayConfig) {
  const to = upstreams(config);
  const taken = new Map<string, Set<Method>>();
  const take = (method: Method, url: string) => taken.set(url, (taken.get(url) ?? new Set()).add(method));
  const forwarded = operationList.filter(({ internal, service }) => !internal && service !== 'gateway');
  const addOperations = (scope: App, operations: typeof forwarded, timeout: number) => {
    for (const { id, method, path, service, errors } of operations) {
      const url = routePath(path);
      take(method, url);
      scope.route({
        method,
        url,
        config: { operation: id, errors },
        handler: forward(to[service as keyof typeof to], '', timeout),
      });
    }
  };
  const isUpload = ({ body }: (typeof forwarded)[number]) => body?.type === 'multipart';

  // Uploads take long by nature: they have connections of their own, and the others never wait for one.
  await app.register(async (uploads) => {
    await connect(uploads, (body, done) => done(null, letThrough(body)));
    addOperations(uploads, forwarded.filter(isUpload), uploadMs);
  });
  await app.register(async (inner) => {
    await connect(inner, gather);
    addOperations(
      inner,
      forwarded.filter((operation) => !isUpload(operation)),
      answerMs,
    );
    for (const { path } of pages) {
      take('GET', path);
      inner.get(path, forward(to.shell));
    }
    refuseOtherMethods(inner, taken);
    for (const remote of ['resident', 'admin'] as const) {
      inner.get(`/remotes/${remote}/*`, forwardAsset(to[remote], `/remotes/${remote}`));
    }
    inner.all('/rest/v1/:table', refuseTable);
    inner.get('/*', forwardUnknown(to.shell));
  });
}

type Taken = (error: null, body: Readable) => void;

/** Connections to the services for what joins in this scope, and how bodies get there. */
async function connect(scope: App, take: (body: IncomingMessage, done: Taken) => void) {
  await scope.register(replyFrom, {
    disableRequestLogging: true,
    undici: { connections: 256, pipelining: 1, connect: { timeout: 2000 } },
  });
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, body, done) => take(body, done));
}

/**
 * Hands a body on once it is whole: one that comes slowly keeps no connection to a service, of which there are only so
 * many. What is larger than any service reads is handed on then, and refused there.
 */
function gather(body: IncomingMessage, done: Taken) {
  const through = letThrough(body, limits.jsonBody + 2 ** 16);
  let bytes = 0;
  let handedOn = false;
  const handOver = () => {
    if (!handedOn) done(null, through);
    handedOn = true;
  };
  through.once('finish', handOver);
  body.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > limits.jsonBody) handOver();
  });
}

/**
 * A body on its way. When the service answers before it has read all of it, as it does without a valid token, the rest
 * is read and dropped here: closing the connection would take the answer from the caller.
 */
function letThrough(body: IncomingMessage, highWaterMark?: number): PassThrough {
  const through = ignoreStreamErrors(new PassThrough({ highWaterMark }));
  through.once('close', () => {
    body.unpipe(through);
    body.resume();
  });
  body.once('close', () => {
    if (!body.complete) through.destroy(new Error('the caller went away'));
  });
  return body.pipe(through);
}

/** What every process answers to its keepers alone. */
const inward = /^\/(internal|health|metrics)([/?]|$)/;

/** A remote's file. */
const forwardAsset = (remote: string, prefix: string) => {
  const forwardToRemote = forward(remote, prefix);
  return (request: FastifyRequest, reply: FastifyReply) =>
    inward.test(request.url.slice(prefix.length)) ? reply.callNotFound() : forwardToRemote(request, reply);
};

const pagePaths: ReadonlySet<string> = new Set(pages.map(({ path }) => path));

/** A frontend's file, or its "not found" page; the interfaces answer for their own unknown paths. */
const forwardUnknown = (shell: string) => {
  const forwardToShell = forward(shell);
  return (request: FastifyRequest, reply: FastifyReply) => {
    const [path = '', query] = request.url.split('?');
    if (/^\/(auth|rest)\/v1(\/|$)/.test(path) || inward.test(path)) return reply.callNotFound();
    const plain = path.replace(/\/$/, '');
    if (pagePaths.has(plain)) return reply.redirect(query === undefined ? plain : `${plain}?${query}`, 308);
    return forwardToShell(request, reply);
  };
};

/** PostgREST's answer for a table there is not. */
async function refuseTable(request: FastifyRequest) {
  const { table } = request.params as { table: string };
  throw new HttpError(404, 'PGRST205', `Could not find the table 'public.${table}' in the schema cache`);
}

function forward(upstream: string, prefix = '', timeout = answerMs) {
  return (request: FastifyRequest, reply: FastifyReply) => {
    const [path = '/'] = request.raw.url?.split('?') ?? [];
    const call = startCall(`forward ${request.routeOptions.config.operation ?? 'a page'}`);
    // The caller may go away before the answer comes.
    reply.raw.once('close', () => call.end());
    return reply.from(upstream + path.slice(prefix.length), {
      rewriteRequestHeaders: (_request, headers) => ownHeaders(request, headers as IncomingHttpHeaders, call.headers),
      timeout,
      rewriteHeaders: ({ connection: _connection, 'keep-alive': _keepAlive, ...headers }) => ({
        ...headers,
        // What the service says an answer depends on, beside what it depends on here.
        ...(headers.vary && { vary: `${headers.vary}, Origin` }),
      }),
      retryDelay: ({ err, attempt }) => (err && attempt < 2 && canRepeat(request, err) ? 50 : null),
      onResponse: (_request, answered, answer) => {
        call.end();
        // Kept open although the body is still coming: `letThrough` reads it to its end.
        answered.removeHeader('connection');
        handOn(request, answered as FastifyReply, (answer as unknown as { stream: AnswerBody }).stream);
      },
      onError: (failed, { error }) => {
        call.end(error);
        sendError(unavailable(error), request, failed as FastifyReply);
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
    (error: unknown) => sendError(unavailable(error), request, reply),
  );
}

/** A read whose connection broke, as when a service was just restarted, may be asked again. */
const canRepeat = (request: FastifyRequest, error: Error) =>
  ['GET', 'HEAD'].includes(request.method) &&
  /ECONN|UND_ERR_SOCKET|EPIPE/.test((error as { code?: string }).code ?? '');

/** `Expect: 100-continue` was answered here; what a service may believe of the connection, we alone say. */
const notPassedOn = /^(expect|forwarded|x-forwarded-.*|x-real-ip)$/;

/** @param headers a copy of the caller's @param more what is said beside them, or instead */
function ownHeaders(request: FastifyRequest, headers: IncomingHttpHeaders, more: IncomingHttpHeaders) {
  for (const name of Object.keys(headers)) if (notPassedOn.test(name)) delete headers[name];
  headers['x-forwarded-for'] = request.ip;
  headers['x-request-id'] = request.id;
  return Object.assign(headers, more);
}
