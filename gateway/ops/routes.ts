import { type App, HttpError, refuseOtherMethods } from '@tma/kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type GatewayConfig, operatorKey } from '../config.ts';
import { askParts, upstreams } from '../parts.ts';
import { askFigures, readFigures } from './figures.ts';
import { createKeyCheck, type KeyCheck } from './key.ts';
import { keyForm, overview, pagePolicy } from './page.ts';

const services = ['auth', 'reports', 'files', 'notify'] as const;

/**
 * `/ops`, the operator page: what the parts' health and metrics say, for whoever has the admin secret key. It is a page of
 * the gateway's own, so that it shows what is down whatever is down. Not there unless the configuration says so.
 * @param ownMetrics what the gateway's own `/metrics` says
 */
export async function addOps(app: App, config: GatewayConfig, ownMetrics: () => Promise<string>) {
  const secretKey = operatorKey(config);
  if (!secretKey) return;
  const keys = createKeyCheck(secretKey, config.RATE_LIMIT_SECRETS);
  const cookie = cookieOf(config.PUBLIC_URL.startsWith('https:'));

  await app.register(async (inner) => {
    inner.removeAllContentTypeParsers();
    inner.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 4096 },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    );
    const route = (id: string) => ({ config: { operation: id } });

    inner.get('/ops', route('showOps'), async (request, reply) => {
      const refused = await refusal(keys, request);
      if (refused) return sendForm(request, reply, refused);
      return sendPage(reply, overview(await look(config, ownMetrics), new Date()));
    });
    inner.post('/ops', route('openOps'), async (request, reply) => {
      const given = request.body instanceof URLSearchParams ? (request.body.get('key') ?? '') : '';
      const refused = await refusalOf(() => keys.demand(given, request.ip));
      if (refused) return sendForm(request, reply, refused);
      return reply.header('set-cookie', cookie(keys.pass(), keys.openSeconds)).redirect('/ops', 303);
    });
    inner.post('/ops/close', route('closeOps'), async (_request, reply) =>
      reply.header('set-cookie', cookie('', 0)).redirect('/ops', 303),
    );
    refuseOtherMethods(
      inner,
      new Map([
        ['/ops', new Set(['GET', 'POST'] as const)],
        ['/ops/close', new Set(['POST'] as const)],
      ]),
    );
  });
}

const cookieOf = (secure: boolean) => (value: string, seconds: number) =>
  `ops=${value}; Path=/ops; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;

/** What every part says of itself, asked now. */
async function look(config: GatewayConfig, ownMetrics: () => Promise<string>) {
  const urls = upstreams(config);
  const [health, own, ...theirs] = await Promise.all([
    askParts(config),
    ownMetrics(),
    ...services.map((name) => askFigures(urls[name])),
  ]);
  const figures = new Map(services.map((name, index) => [name as string, theirs[index] ?? null]));
  return [
    { name: 'gateway', health: 'ok' as const, figures: readFigures(own) },
    ...Object.entries(health).map(([name, state]) => ({ name, health: state, figures: figures.get(name) ?? null })),
  ];
}

/** Why the page stays shut to a request, or null. Browsers show a pass; programs give the key, `Bearer` or `Basic`. */
async function refusal(keys: KeyCheck, { headers, ip }: FastifyRequest): Promise<HttpError | null> {
  const pass = /(?:^|;\s*)ops=([^;]+)/.exec(headers.cookie ?? '')?.[1];
  if (pass && keys.isPass(pass)) return null;
  const [, scheme = '', text = ''] = /^(Bearer|Basic) (.+)$/i.exec(headers.authorization ?? '') ?? [];
  if (!scheme) return new HttpError(401, 'no_secret_key', '');
  const given =
    scheme.toLowerCase() === 'bearer'
      ? text
      : Buffer.from(text, 'base64')
          .toString()
          .replace(/^[^:]*:/, '');
  return refusalOf(() => keys.demand(given, ip));
}

async function refusalOf(demand: () => Promise<void>): Promise<HttpError | null> {
  try {
    await demand();
    return null;
  } catch (error) {
    if (error instanceof HttpError) return error;
    throw error;
  }
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
