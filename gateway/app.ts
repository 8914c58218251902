import cors from '@fastify/cors';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { manifestPath, remotes } from '@tma/contracts';
import { type App, createApp } from '@tma/kit/http/app';
import { addRoutes, refuseOtherMethods } from '@tma/kit/http/routes';
import { addMetrics, version } from '@tma/kit/metrics';
import { addHealth, type createLog } from '@tma/kit/process';
import { originForm, refuseAmbiguousRequests } from './ambiguous.ts';
import { asyncapi } from './asyncapi.ts';
import type { GatewayConfig } from './config.ts';
import { addForwarding } from './forwarding/index.ts';
import { addHeaders, secureHeaders } from './headers.ts';
import { watchHealth } from './health.ts';
import { Connections } from './limits/connections.ts';
import { addLimits, type Bounds, bounds, createBoundedServer } from './limits/index.ts';
import { openapi } from './openapi.ts';
import { portalConfig } from './portal.ts';
import { trustedProxies, warnOfUnknownProxies } from './proxies.ts';

type Log = ReturnType<typeof createLog>;

/**
 * The gateway's app: it forwards the contract's paths to the services that answer them, pages and assets to the
 * frontends.
 * @param inside an app on its own, internal port, that serves `/metrics`
 * @param most how much it handles at once
 */
export async function buildApp(config: GatewayConfig, log: Log, inside: App = createApp(log), most: Bounds = bounds) {
  const connections = new Connections(most);
  const app = createApp(log, {
    trustProxy: trustedProxies(config),
    rewriteUrl: originForm,
    headersOfUnreadable: secureHeaders(config),
    serverFactory: (handle) => createBoundedServer(connections, most, handle),
  });
  warnOfUnknownProxies(app, log);
  const largeBodies = addLimits(app, most, connections);
  refuseAmbiguousRequests(app);
  addHeaders(app, config);
  await app.register(cors, {
    origin: [new URL(config.PUBLIC_URL).origin, ...config.ALLOWED_ORIGINS],
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders:
      'content-disposition, content-range, etag, link, location, retry-after, x-request-id, x-sb-error-code, x-supabase-api-version',
    maxAge: 600,
    // An OPTIONS request that is not a preflight is answered like one: the plugin would refuse it with its own text.
    strictPreflight: false,
  });
  await addOwnOperations(app, config);
  addMetrics(app, 'gateway', inside);
  await addForwarding(app, config, largeBodies);
  return app;
}

/** What the gateway answers itself, and Swagger's page of the API, which loads nothing from other hosts. */
async function addOwnOperations(app: App, config: GatewayConfig) {
  const health = watchHealth(config);
  const document = openapi(config.PUBLIC_URL);
  const eventDocument = asyncapi();
  addRoutes<'gateway'>(app, null, {
    config: () => portalConfig(config),
    remotes: () => Object.fromEntries(remotes.map((name) => [name, { manifest: manifestPath(name) }])),
    health: async (_input, _request, reply) => {
      const parts = await health();
      const ok = Object.values(parts).every((state) => state === 'ok');
      if (!ok) reply.code(503).header('retry-after', '1');
      return reply.send({ status: ok ? 'ok' : 'down', version, parts });
    },
    openapi: () => document,
    asyncapi: () => eventDocument,
  });
  addHealth(app, {});
  await app.register(swagger, { mode: 'static', specification: { document: document as never } });
  const uiConfig = { url: '/openapi.json', validatorUrl: null };
  await app.register(swaggerUi, { routePrefix: '/docs', staticCSP: true, uiConfig });
  refuseOtherMethods(app, [{ path: '/docs', method: 'GET' }]);
}
