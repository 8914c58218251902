/** The static server of one frontend: `node frontends/server/main.ts --root DIR [--pages]`, with HOST and PORT. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import { everyPage, siteMap } from '@tma/contracts/pages';
import { pagePolicy } from '@tma/contracts/portal/page-policy';
import { isNotModified } from '@tma/kit/http/etag';
import { languageOf } from '@tma/kit/http/language';
import { problemBody } from '@tma/kit/problem';
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { loadConfig } from './config.ts';
import { createPages, notFoundPage, recordWordsFile } from './pages.ts';
import { askRecord, drawRecord, type RecordWords, withFeed } from './record.ts';
import { serve } from './serve.ts';

const { values } = parseArgs({ options: { root: { type: 'string' }, pages: { type: 'boolean', default: false } } });
if (!values.root) throw new Error('--root says which folder to serve');
const root = resolve(values.root);
const config = loadConfig();
const page = createPages(root, {
  phone: config.CONTACT_PHONE,
  email: config.CONTACT_EMAIL,
  address: config.CONTACT_ADDRESS,
});

const app = Fastify({ forceCloseConnections: true, routerOptions: { maxParamLength: 300 } });
const year = 'public, max-age=31536000, immutable';

// The gateway says so, too; a CDN may fetch files from here.
app.addHook('onRequest', (_request, reply, done) => {
  reply.header('x-content-type-options', 'nosniff');
  done();
});

await app.register(fastifyStatic, {
  root,
  preCompressed: true,
  index: false,
  cacheControl: false,
  // A page has one address, and it is not its file's.
  allowedPath: (path) => !path.endsWith('.html'),
  setHeaders: (reply, path) => {
    // A name with a hash of its content never changes what it holds.
    const forever = /\.[0-9a-f]{8,}\.\w+(\.(br|gz))?$/.test(path);
    reply.header('cache-control', forever ? year : 'no-cache');
  },
});

const wantsPage = (request: FastifyRequest) => /text\/html/.test(request.headers.accept ?? '');

/** The coding of a page for `Accept-Encoding` (RFC 9110, 12.5.3): what has the weight 0 there is refused. */
function codingFor(accepted: string | string[] = '') {
  const taken = String(accepted)
    .toLowerCase()
    .split(',')
    .filter((coding) => !/;\s*q=0(\.0*)?\s*$/.test(coding))
    .map((coding) => coding.split(';')[0]?.trim());
  return (['br', 'gzip'] as const).find((coding) => taken.includes(coding)) ?? '';
}

/** What of a request decides which document it gets. */
const variesBy = 'Cookie, Accept-Language, Accept-Encoding';

/** Sends a page in the language of whoever asks. */
function sendPage(request: FastifyRequest, reply: FastifyReply, path: string, status: 200 | 404) {
  const { bodies, etag, style } = page(path, languageOf(request.headers));
  reply.header('cache-control', 'no-cache').header('vary', variesBy).header('etag', etag);
  if (style) reply.header('content-security-policy', pagePolicy(style));
  if (status === 200 && isNotModified(request.headers['if-none-match'], etag)) return reply.code(304).send();
  const coding = codingFor(request.headers['accept-encoding']);
  if (coding) reply.header('content-encoding', coding);
  return reply.code(status).type('text/html; charset=utf-8').send(bodies[coding]);
}

const compressors = {
  br: (text: string) => promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (text: string) => promisify(gzip)(text),
};

/**
 * Sends the page of a report's record. It opens also while the service that has the records is away; the page asks again. Nobody keeps
 * it without asking: the report may be hidden, or shown no longer.
 */
async function sendRecord(request: FastifyRequest, reply: FastifyReply) {
  const { reference } = request.params as { reference: string };
  const language = languageOf(request.headers);
  const { bodies, style } = page(siteMap.record.path, language);
  const words = JSON.parse(readFileSync(join(root, recordWordsFile(language)), 'utf8')) as RecordWords;
  // Who asks, as the gateway says it: unknown references are counted by that. A proxy through which a CDN comes may add it to what a
  // caller said.
  const said = String(request.headers['x-forwarded-for'] || request.ip);
  const headers = { 'x-forwarded-for': said.slice(said.lastIndexOf(',') + 1).trim() };
  const asked = await askRecord(config.REPORTS_URL ?? '', reference, headers);
  const html = drawRecord(bodies[''].toString(), words, reference, asked);
  if (asked.status === 429) reply.headers(asked.limit ?? {});
  return sendDrawn(request, reply.code(asked.status === 503 ? 200 : asked.status), html, style);
}

/** Sends a page that was drawn for this request alone. */
async function sendDrawn(request: FastifyRequest, reply: FastifyReply, html: string, style: string | undefined) {
  reply.header('cache-control', 'private, no-cache').header('vary', variesBy);
  if (style) reply.header('content-security-policy', pagePolicy(style));
  const coding = codingFor(request.headers['accept-encoding']);
  if (coding) reply.header('content-encoding', coding);
  return reply.type('text/html; charset=utf-8').send(coding ? await compressors[coding](html) : html);
}

/** Sends the page of figures; where it is asked for those of a tehsil, it names the feed of what is shared there. */
function sendFigures(request: FastifyRequest, reply: FastifyReply) {
  const { path } = siteMap.figures;
  const { tehsil } = request.query as { tehsil?: unknown };
  if (typeof tehsil !== 'string' || !tehsil) return sendPage(request, reply, path, 200);
  const { bodies, style } = page(path, languageOf(request.headers));
  return sendDrawn(request, reply, withFeed(bodies[''].toString(), tehsil), style);
}

if (values.pages) {
  for (const { path } of everyPage) {
    app.get(path, (request, reply) => {
      if (path === siteMap.record.path) return sendRecord(request, reply);
      return path === siteMap.figures.path ? sendFigures(request, reply) : sendPage(request, reply, path, 200);
    });
  }
  // One address for good: a worker is replaced by what its own address answers.
  const worker = config.SERVICE_WORKER ? 'worker.js' : 'worker-off.js';
  const workerPolicy = "default-src 'self'";
  app.get('/worker.js', (_request, reply) => reply.header('content-security-policy', workerPolicy).sendFile(worker));
  // A browser asks for it where a document names no icon: a picture by itself, JSON, /docs.
  app.get('/favicon.ico', (_request, reply) => reply.sendFile('favicon.svg'));
}

function sendProblem(request: FastifyRequest, reply: FastifyReply, status: 404 | 500, code: string, detail: string) {
  const id = String(request.headers['x-request-id'] ?? request.id);
  return reply
    .code(status)
    .type('application/problem+json')
    .send(problemBody(status, code, detail, id));
}

const answerNotFound = (request: FastifyRequest, reply: FastifyReply) =>
  values.pages && wantsPage(request)
    ? sendPage(request, reply, notFoundPage, 404)
    : sendProblem(request, reply, 404, 'not_found', 'There is nothing here.');
app.setNotFoundHandler(answerNotFound);
app.setErrorHandler((error: { statusCode?: number }, request, reply) => {
  // A path that may not be looked up (`//`, dots) is one that leads nowhere.
  if ((error.statusCode ?? 500) < 500) return answerNotFound(request, reply);
  // As where a file is missing while a build replaces the folder: its path is for the log alone.
  console.error(error);
  return sendProblem(request, reply, 500, 'internal', 'Something went wrong on our side.');
});

await serve(app, config.HOST, config.PORT);
