import { METHODS } from 'node:http';
import type { Method } from '@tma/contracts';
import type { App } from './app.ts';
import { HttpError } from './http-error.ts';

/** All methods that Node reads, without OPTIONS, which CORS answers, and CONNECT, which asks for a tunnel. */
const everyMethod = METHODS.filter((method) => method !== 'OPTIONS' && method !== 'CONNECT');

/**
 * Answers 405 with `Allow` to the methods that a path does not have.
 * @param routes each path, in fastify's notation, with its methods; HEAD comes with GET
 */
export function refuseOtherMethods(app: App, routes: ReadonlyMap<string, ReadonlySet<Method>>) {
  for (const method of everyMethod) if (!app.supportedMethods.includes(method)) app.addHttpMethod(method);
  for (const [url, methods] of routes) {
    const known: readonly string[] = [...methods, ...(methods.has('GET') ? ['HEAD'] : [])].sort();
    const allow = known.join(', ');
    const others = everyMethod.filter((method) => !known.includes(method)) as Method[];
    app.route({
      method: others,
      url,
      exposeHeadRoute: false,
      onRequest: async () => {
        throw new HttpError(405, 'method_not_allowed', `Use ${allow}.`, { headers: { allow } });
      },
      handler: () => undefined,
    });
  }
}
