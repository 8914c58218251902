import { lifetimes, services } from '@tma/contracts';
import { type App, type HttpError, refuseOtherMethods } from '@tma/kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type GatewayConfig, operatorKey } from '../config.ts';
import { askAllHealth, upstreams } from '../upstreams.ts';
import { askFigures, readFigures } from './figures.ts';
import { createKeyCheck } from './key.ts';
import { keyForm, overview, type Part, pagePolicy } from './page.ts';

/**
 * Adds `/ops`, the operator page: the health and metrics of all parts, for whoever has the admin secret key. The gateway
 * makes the page itself, so that it shows what is down whatever is down. Without a key in the configuration there is none.
 * @param ownMetrics what the gateway's own `/metrics` answers
 */
export async function addOps(app: App, config: GatewayConfig, ownMetrics: () => Promise<string>) {
  const secretKey = operatorKey(config);
  if (!secretKey) return;
  const keys = createKeyCheck(secretKey, config.RATE_LIMIT_SECRETS);
  const cookie = cookieWriter(config.PUBLIC_URL.startsWith('https:'));
  const operation = (id: string) => ({ config: { operation: id } });

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 4096 },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    );
    scope.get('/ops', operation('showOps'), async (request, reply) => {
      const error = await keys.checkRequest(request);
      if (error) return sendForm(request, reply, error);
      return sendPage(reply, overview(await askParts(config, ownMetrics), new Date()));
    });
    scope.post('/ops', operation('openOps'), async (request, reply) => {
      const given = request.body instanceof URLSearchParams ? (request.body.get('key') ?? '') : '';
      const error = await keys.checkKey(given, request.ip);
      if (error) return sendForm(request, reply, error);
      return reply.header('set-cookie', cookie(keys.pass(), lifetimes.operatorPage)).redirect('/ops', 303);
    });
    scope.post('/ops/close', operation('closeOps'), async (_request, reply) =>
      reply.header('set-cookie', cookie('', 0)).redirect('/ops', 303),
    );
    refuseOtherMethods(
      scope,
      new Map([
        ['/ops', new Set(['GET', 'POST'] as const)],
        ['/ops/close', new Set(['POST'] as const)],
      ]),
    );
  });
}

const cookieWriter = (secure: boolean) => (value: string, seconds: number) =>
  `ops=${value}; Path=/ops; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;

/** Asks all parts for their health, and the services for their metrics. */
async function askParts(config: GatewayConfig, ownMetrics: () => Promise<string>): Promise<Part[]> {
  const urls = upstreams(config);
  const [health, own, ...theirs] = await Promise.all([
    askAllHealth(config),
    ownMetrics(),
    ...services.map((name) => askFigures(urls[name])),
  ]);
  const figures = new Map<string, Part['figures']>(services.map((name, index) => [name, theirs[index] ?? null]));
  return [
    { name: 'gateway', health: 'ok', figures: readFigures(own) },
    ...Object.entries(health).map(([name, state]) => ({ name, health: state, figures: figures.get(name) ?? null })),
  ];
}

function sendForm(request: FastifyRequest, reply: FastifyReply, { status, message, details }: HttpError) {
  if (message) request.log.warn({ status }, 'the operator page stayed shut');
  reply.code(status).headers(details.headers ?? {});
  if (status === 401) reply.header('www-authenticate', 'Bearer realm="operator page"');
  return sendPage(reply, keyForm(message));
}

const sendPage = (reply: FastifyReply, html: string) =>
  reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', pagePolicy)
    .header('cache-control', 'no-store')
    .header('x-robots-tag', 'noindex')
    .send(html);
