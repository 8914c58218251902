import cors from '@fastify/cors';
import { manifestPath, remotes } from '@tma/contracts';
import { type App, addHealth, addMetrics, addRoutes, createApp, type createLog, version } from '@tma/kit';
import { originForm, refuseAmbiguousRequests } from './ambiguous.ts';
import { asyncapi } from './asyncapi.ts';
import type { GatewayConfig } from './config.ts';
import { addDocs } from './docs.ts';
import { addForwarding } from './forwarding/index.ts';
import { addHeaders } from './headers.ts';
import { addLimits, type Bounds, bounds } from './limits/index.ts';
import { openapi } from './openapi.ts';
import { portalConfig } from './portal.ts';
import { trustedProxies, warnOfUnknownProxies } from './proxies.ts';
import { watchHealth } from './upstreams.ts';

type Log = ReturnType<typeof createLog>;

/** Milliseconds in which a request's head has to arrive; how many hosts it names, `refuseAmbiguousRequests` checks. */
const http = { requireHostHeader: false, headersTimeout: 15_000, connectionsCheckingInterval: 5000 };

/**
 * The gateway's app: the contract's paths go to the services that answer them, pages and assets to the frontends.
 * @param inside an app on a port of its own, not open to the world, that serves `/metrics`
 * @param most how much it takes on at once
 */
export async function buildApp(config: GatewayConfig, log: Log, inside: App = createApp(log), most: Bounds = bounds) {
  const app = createApp(log, { trustProxy: trustedProxies(config), rewriteUrl: originForm, http });
  warnOfUnknownProxies(app, log);
  const largeBodies = addLimits(app, most);
  refuseAmbiguousRequests(app);
  addHeaders(app, config);
  await app.register(cors, {
    origin: [new URL(config.PUBLIC_URL).origin, ...config.ALLOWED_ORIGINS],
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders:
      'content-disposition, content-range, etag, link, location, retry-after, x-request-id, x-sb-error-code, x-supabase-api-version',
    maxAge: 600,
    // An OPTIONS request that is no preflight is answered like one: the plugin would answer it with a text of its own.
    strictPreflight: false,
  });
  const health = watchHealth(config);
  const document = openapi(config.PUBLIC_URL);
  const eventDocument = asyncapi();
  addRoutes<'gateway'>(app, null, {
    config: () => portalConfig(config),
    remotes: () => Object.fromEntries(remotes.map((name) => [name, { manifest: manifestPath(name) }])),
    health: async (_input, _request, reply) => {
      const parts = await health();
      const ok = Object.values(parts).every((state) => state === 'ok');
      return reply.code(ok ? 200 : 503).send({ status: ok ? 'ok' : 'down', version, parts });
    },
    openapi: () => document,
    asyncapi: () => eventDocument,
  });
  addHealth(app, {});
  await addDocs(app, document);
  addMetrics(app, 'gateway', inside);
  await addForwarding(app, config, largeBodies);
  return app;
}
