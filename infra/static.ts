/** The static server of one frontend: `node infra/static.ts --root DIR [--pages]`, with HOST and PORT. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import fastifyStatic from '@fastify/static';
import { pages } from '@tma/contracts/pages';
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { readChildConfig } from './config.ts';
import { serve } from './serve.ts';

const { values } = parseArgs({ options: { root: { type: 'string' }, pages: { type: 'boolean', default: false } } });
if (!values.root) throw new Error('--root says which folder to serve');
const root = resolve(values.root);
const { HOST, PORT } = readChildConfig();

const app = Fastify({ forceCloseConnections: true, routerOptions: { maxParamLength: 300 } });
const year = 'public, max-age=31536000, immutable';

await app.register(fastifyStatic, {
  root,
  preCompressed: true,
  index: false,
  cacheControl: false,
  // It is what pages are made of, not a page.
  allowedPath: (path) => path !== '/index.html',
  setHeaders: (reply, path) => {
    // A name with a hash of its content never changes what it holds.
    const forever = /\.[0-9a-f]{8,}\.\w+(\.(br|gz))?$/.test(path);
    reply.header('cache-control', forever ? year : 'no-cache');
  },
});

const wantsPage = (request: FastifyRequest) => /text\/html/.test(request.headers.accept ?? '');
const sendPage = (reply: FastifyReply, status: number) =>
  reply
    .code(status)
    .header('cache-control', 'no-cache')
    .type('text/html; charset=utf-8')
    .send(readFileSync(join(root, 'index.html')));

if (values.pages) for (const { path } of pages) app.get(path, (_request, reply) => sendPage(reply, 200));

const answerNotFound = (request: FastifyRequest, reply: FastifyReply) => {
  if (values.pages && wantsPage(request)) return sendPage(reply, 404);
  const detail = 'There is nothing here.';
  const id = String(request.headers['x-request-id'] ?? request.id);
  return reply.code(404).type('application/problem+json').send({
    type: 'about:blank',
    title: 'Not Found',
    status: 404,
    detail,
    message: detail,
    code: 'not_found',
    requestId: id,
  });
};
app.setNotFoundHandler(answerNotFound);
// A path that may not be looked up (`//`, dots) is one that leads nowhere.
app.setErrorHandler((error: { statusCode?: number }, request, reply) => {
  if ((error.statusCode ?? 500) < 500) return answerNotFound(request, reply);
  throw error;
});

await serve(app, HOST, PORT);
