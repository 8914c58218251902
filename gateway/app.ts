import cors from '@fastify/cors';
import { type App, addHealth, addMetrics, addRoutes, createApp, type createLog } from '@tma/kit';
import { asyncapi } from './asyncapi.ts';
import type { GatewayConfig } from './config.ts';
import { addDocs } from './docs.ts';
import { addForwarding } from './forwarding.ts';
import { addHeaders } from './headers.ts';
import { openapi } from './openapi.ts';
import { addOps } from './ops/routes.ts';
import { askParts } from './parts.ts';
import { demandPlainRequests, originForm } from './plain.ts';
import { portalConfig } from './portal.ts';

type Log = ReturnType<typeof createLog>;

/** A head has to be whole within 15 s. Whether it names one host, `demandPlainRequests` sees. */
const http = { requireHostHeader: false, headersTimeout: 15_000, connectionsCheckingInterval: 5000 };

/**
 * The one door: each path of the contract to the service that answers it, pages and pictures to theirs.
 * @param inside an app of its own, apart from the door, which tells the metrics
 */
export async function buildApp(config: GatewayConfig, log: Log, inside: App = createApp(log)) {
  const trustProxy = config.TRUST_PROXY.length > 0 ? config.TRUST_PROXY : false;
  const app = createApp(log, { trustProxy, rewriteUrl: originForm, http });
  demandPlainRequests(app);
  addHeaders(app, config);
  await app.register(cors, {
    origin: [new URL(config.PUBLIC_URL).origin, ...config.ALLOWED_ORIGINS],
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: [
      'content-range',
      'etag',
      'link',
      'location',
      'retry-after',
      'x-request-id',
      'x-sb-error-code',
      'x-supabase-api-version',
    ],
    maxAge: 600,
    // What is no preflight is answered like one, and not with a text of its own.
    strictPreflight: false,
  });
  const document = openapi(config.PUBLIC_URL);
  const eventDocument = asyncapi();
  addRoutes<'gateway'>(app, null, {
    config: () => portalConfig(config),
    remotes: () => ({
      resident: { manifest: '/remotes/resident/mf-manifest.json' },
      admin: { manifest: '/remotes/admin/mf-manifest.json' },
    }),
    health: async (_input, _request, reply) => {
      const parts = await askParts(config);
      const ok = Object.values(parts).every((state) => state === 'ok');
      return reply.code(ok ? 200 : 503).send({ status: ok ? 'ok' : 'down', parts });
    },
    openapi: () => document,
    asyncapi: () => eventDocument,
  });
  addHealth(app, {});
  await addDocs(app, document);
  const registry = addMetrics(app, 'gateway', inside);
  await addOps(app, config, () => registry.metrics());
  await addForwarding(app, config);
  return app;
}
