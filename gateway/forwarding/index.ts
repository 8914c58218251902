import replyFrom from '@fastify/reply-from';
import { type Method, operationList, pages, remotes } from '@tma/contracts';
import { type App, refuseOtherMethods, routePath } from '@tma/kit';
import type { GatewayConfig } from '../config.ts';
import type { Gathered } from '../limits/gathered.ts';
import { uploads } from '../limits/index.ts';
import { upstreams } from '../upstreams.ts';
import { gatherBody, leaveBody, type TakeBody } from './bodies.ts';
import { forward, uploadMs } from './forward.ts';
import { forwardAsset, forwardUnknown, refuseTable } from './unlisted.ts';

type Forwarded = (typeof operationList)[number];

const isForwarded = ({ internal, service }: Forwarded) => !internal && service !== 'gateway';
const isUpload = ({ body }: Forwarded) => body?.type === 'multipart';

/** Forwards each operation of the contract to its service, and pages and assets to the frontends. Nothing else gets through. */
export async function addForwarding(app: App, config: GatewayConfig, gathered: Gathered) {
  const urls = upstreams(config);
  const operations = operationList.filter(isForwarded);
  const routes = new Map<string, Set<Method>>();

  function addRoute(scope: App, operation: Forwarded, timeoutMs?: number) {
    const { id, method, path, service, errors } = operation;
    const url = routePath(path);
    routes.set(url, (routes.get(url) ?? new Set()).add(method));
    scope.route({
      method,
      url,
      config: { operation: id, errors, places: isUpload(operation) ? uploads : service },
      handler: forward(urls[service as keyof typeof urls], { timeoutMs }),
    });
  }

  // Uploads take long by nature: they have connections of their own, and the others never wait for one.
  await app.register(async (scope) => {
    await connect(scope, leaveBody);
    for (const operation of operations.filter(isUpload)) addRoute(scope, operation, uploadMs);
  });
  await app.register(async (scope) => {
    await connect(scope, gatherBody(gathered));
    for (const operation of operations) if (!isUpload(operation)) addRoute(scope, operation);
    for (const { path } of pages) {
      routes.set(path, (routes.get(path) ?? new Set()).add('GET'));
      scope.get(path, { config: { places: 'shell' } }, forward(urls.shell));
    }
    refuseOtherMethods(scope, routes);
    for (const remote of remotes) {
      const prefix = `/remotes/${remote}`;
      scope.get(`${prefix}/*`, { config: { places: remote } }, forwardAsset(urls[remote], prefix));
    }
    scope.all('/rest/v1/:table', refuseTable);
    scope.get('/*', { config: { places: 'shell' } }, forwardUnknown(urls.shell));
  });
}

/** Gives a scope connections to the services of its own, and a way for bodies to get there. */
async function connect(scope: App, takeBody: TakeBody) {
  await scope.register(replyFrom, {
    disableRequestLogging: true,
    undici: { connections: 256, pipelining: 1, connect: { timeout: 2000 } },
  });
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (request, body, done) => takeBody(request, body, (stream) => done(null, stream)));
}
