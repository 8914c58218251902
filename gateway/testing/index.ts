/** A gateway for its own tests, in front of a server that stands for all services. */
import type { RequestListener } from 'node:http';
import { urlVariable } from '@tma/contracts';
import { createApp, createLog } from '@tma/kit';
import { startHttpServer } from '@tma/kit/testing/http-server';
import { buildApp } from '../app.ts';
import { loadConfig, upstreamNames } from '../config.ts';
import { type Bounds, bounds } from '../limits/index.ts';

/**
 * Starts both.
 * @param answer of every service
 * @param most the bounds that are other than in the portal
 * @param settings of the gateway, beside the addresses
 * @returns `url` without a slash at its end
 */
export async function startGateway(
  answer: RequestListener,
  most: Partial<Bounds> = {},
  settings: Record<string, string> = {},
) {
  const service = await startHttpServer(answer);
  const config = loadConfig({
    NODE_ENV: 'test',
    PORT: '0',
    PUBLIC_URL: 'http://portal.test',
    ...Object.fromEntries(upstreamNames.map((name) => [urlVariable(name), service.url])),
    ...settings,
  });
  const log = createLog('gateway', 'silent');
  const app = await buildApp(config, log, createApp(log), { ...bounds, ...most });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    url,
    app,
    config,
    async stop() {
      app.server.closeAllConnections();
      await app.close();
      await service.stop();
    },
  };
}
