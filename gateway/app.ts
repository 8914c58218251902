import cors from '@fastify/cors';
import { addHealth, addRoutes, createApp, type createLog } from '@tma/kit';
import type { GatewayConfig } from './config.ts';
import { addDocs } from './docs.ts';
import { addForwarding } from './forwarding.ts';
import { addHeaders } from './headers.ts';
import { openapi } from './openapi.ts';
import { askParts } from './parts.ts';
import { portalConfig } from './portal.ts';

type Log = ReturnType<typeof createLog>;

/** The one door: each path of the contract to the service that answers it, pages and pictures to theirs. */
export async function buildApp(config: GatewayConfig, log: Log) {
  const app = createApp(log, { trustProxy: config.TRUST_PROXY.length > 0 ? config.TRUST_PROXY : false });
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
  });
  addHealth(app, {});
  await addDocs(app, document);
  await addForwarding(app, config);
  return app;
}
