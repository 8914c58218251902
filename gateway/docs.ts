import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { App } from '@tma/kit/http/app';
import type { openapi } from './openapi.ts';

/** Adds `/docs`, Swagger's page of the API; it loads nothing from elsewhere. */
export async function addDocs(app: App, document: ReturnType<typeof openapi>) {
  await app.register(swagger, { mode: 'static', specification: { document: document as never } });
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: true,
    uiConfig: { url: '/openapi.json', validatorUrl: null },
  });
}
