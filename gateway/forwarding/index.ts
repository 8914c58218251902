import replyFrom from '@fastify/reply-from';
import { type Method, operationList, pages, remotes } from '@tma/contracts';
import { type App, refuseOtherMethods, routePath } from '@tma/kit';
import type { GatewayConfig } from '../config.ts';
import { upstreams } from '../upstreams.ts';
import { bufferBody, streamBody, type TakeBody } from './bodies.ts';
import { forward, uploadMs } from './forward.ts';
import { forwardAsset, forwardUnknown, refuseTable } from './unlisted.ts';

type Forwarded = (typeof operationList)[number];

const isForwarded = ({ internal, service }: Forwarded) => !internal && service !== 'gateway';
const isUpload = ({ body }: Forwarded) => body?.type === 'multipart';

/** Forwards each operation of the contract to its service, and pages and assets to the frontends. Nothing else gets through. */
export async function addForwarding(app: App, config: GatewayConfig) {
  const urls = upstreams(config);
  const operations = operationList.filter(isForwarded);
  const routes = new Map<string, Set<Method>>();

  function addRoute(scope: App, { id, method, path, service, errors }: Forwarded, timeoutMs?: number) {
    const url = routePath(path);
    routes.set(url, (routes.get(url) ?? new Set()).add(method));
    scope.route({
      method,
      url,
      config: { operation: id, errors },
      handler: forward(urls[service as keyof typeof urls], { timeoutMs }),
    });
  }

  // Uploads take long by nature: they have connections of their own, and the others never wait for one.
  await app.register(async (scope) => {
    await connect(scope, streamBody);
    for (const operation of operations.filter(isUpload)) addRoute(scope, operation, uploadMs);
  });
  await app.register(async (scope) => {
    await connect(scope, bufferBody);
    for (const operation of operations) if (!isUpload(operation)) addRoute(scope, operation);
    for (const { path } of pages) {
      routes.set(path, (routes.get(path) ?? new Set()).add('GET'));
      scope.get(path, forward(urls.shell));
    }
    refuseOtherMethods(scope, routes);
    for (const remote of remotes) {
      scope.get(`/remotes/${remote}/*`, forwardAsset(urls[remote], `/remotes/${remote}`));
    }
    scope.all('/rest/v1/:table', refuseTable);
    scope.get('/*', forwardUnknown(urls.shell));
  });
}

/** Gives a scope connections to the services of its own, and a way for bodies to get there. */
async function connect(scope: App, takeBody: TakeBody) {
  await scope.register(replyFrom, {
    disableRequestLogging: true,
    undici: { connections: 256, pipelining: 1, connect: { timeout: 2000 } },
  });
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, body, done) => takeBody(body, (stream) => done(null, stream)));
}
