import { everyPage, operationList, remotes, type Service, siteMap, urlVariable } from '@tma/contracts';
import type { App } from '@tma/kit/http/app';
import { refuseOtherMethods, routePath } from '@tma/kit/http/routes';
import { Agent } from 'undici';
import type { GatewayConfig } from '../config.ts';
import type { ConcurrencyLimiter } from '../limits/concurrency-limiter.ts';
import { uploads } from '../limits/index.ts';
import { gatherBody, leaveBody, type TakeBody } from './bodies.ts';
import { type Forward, forwardOver, uploadMs } from './forward.ts';
import { forwardAsset, forwardUnknown, refuseTable } from './unlisted.ts';

type Forwarded = (typeof operationList)[number];

const isForwarded = ({ internal, service }: Forwarded) => !internal && service !== 'gateway';
const isUpload = ({ body }: Forwarded) => body?.type === 'multipart';

/** Forwards each operation of the contract to its service, and pages and assets to the frontends. Nothing else gets through. */
export async function addForwarding(app: App, config: GatewayConfig, largeBodies: ConcurrencyLimiter) {
  const operations = operationList.filter(isForwarded);

  function addRoute(scope: App, forward: Forward, operation: Forwarded, timeoutMs?: number) {
    const { id, method, path, service, errors } = operation;
    scope.route({
      method,
      url: routePath(path),
      config: { operation: id, errors, limiter: isUpload(operation) ? uploads : service },
      handler: forward(config[urlVariable(service as Service)], { timeoutMs }),
    });
  }

  // Uploads take long by nature: they have connections of their own, and the others never wait for one.
  await app.register(async (scope) => {
    const forward = connect(scope, leaveBody);
    for (const operation of operations.filter(isUpload)) addRoute(scope, forward, operation, uploadMs);
  });
  await app.register(async (scope) => {
    const forward = connect(scope, gatherBody(largeBodies));
    for (const operation of operations) if (!isUpload(operation)) addRoute(scope, forward, operation);
    const pages = everyPage.map(({ path }) => ({ path, method: 'GET' as const }));
    for (const { path } of pages) scope.get(path, { config: { limiter: 'shell' } }, forward(config.SHELL_URL));
    refuseOtherMethods(scope, [...operations, ...pages]);
    for (const remote of remotes) {
      const prefix = `/remotes/${remote}`;
      const asset = forwardAsset(forward(config[urlVariable(remote)], { prefix }), prefix);
      scope.get(`${prefix}/*`, { config: { limiter: remote } }, asset);
    }
    scope.all('/rest/v1/:table', refuseTable);
    const unknown = forwardUnknown(forward(config.SHELL_URL));
    scope.get('/*', { config: { limiter: 'shell' } }, unknown);
    // Files of the log are below this page, and a slash too many would ask for one without a name.
    scope.get(`${siteMap.log.path}/`, { config: { limiter: 'shell' } }, unknown);
  });
}

/** Gives a scope connections to the services of its own, and a way for bodies to get there. */
function connect(scope: App, takeBody: TakeBody): Forward {
  const connections = new Agent({ connections: 256, pipelining: 1, connect: { timeout: 2000 }, allowH2: false });
  scope.addHook('onClose', () => connections.destroy());
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', takeBody);
  return forwardOver(connections);
}
