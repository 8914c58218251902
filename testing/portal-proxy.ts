import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** Changes an answer on its way to the browser: its whole body, as text. */
type Change = (path: string, body: string) => string;

/** A proxy to the portal that a test has for itself: it can be cut, and it can change answers. */
export interface PortalProxy {
  /** Where browsers find it. */
  url: string;
  /** From now on nobody answers. */
  cut(): Promise<void>;
  /** From now on connections are taken, and nothing is ever answered. */
  hang(): void;
  mend(): Promise<void>;
  /** From now on answers are changed; where a path is another one's, `at` says whose. */
  change(body: Change, at?: (path: string) => string): void;
  close(): Promise<void>;
}

/** Opens one at an address of its own. */
export async function openPortalProxy(portal: string): Promise<PortalProxy> {
  const { host, hostname, port } = new URL(portal);
  let hanging = false;
  let at = (path: string) => path;
  let change: Change | undefined;

  const server = createServer((asked, reply) => {
    if (hanging) return;
    const path = asked.url ?? '/';
    const headers = { ...asked.headers, host };
    if (change) delete headers['accept-encoding'];
    if (change) for (const name of ['if-none-match', 'if-modified-since'] as const) delete headers[name];
    const passed = request({ hostname, port, path: at(path), method: asked.method, headers }, async (answer) => {
      const isText = /html|javascript|json/.test(answer.headers['content-type'] ?? '');
      if (!change || !isText || asked.method === 'HEAD') {
        reply.writeHead(answer.statusCode ?? 502, answer.headers);
        return void answer.pipe(reply);
      }
      const body = Buffer.from(change(path, await text(answer)));
      reply.writeHead(answer.statusCode ?? 502, { ...answer.headers, 'content-length': String(body.length) });
      reply.end(body);
    });
    passed.on('error', () => reply.destroy());
    asked.pipe(passed);
  });
  const listen = (on: number) => new Promise<void>((resolve) => server.listen(on, '127.0.0.1', resolve));
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  await listen(0);
  const own = (server.address() as AddressInfo).port;
  return {
    url: `http://localhost:${own}`,
    cut: stop,
    hang() {
      hanging = true;
    },
    async mend() {
      hanging = false;
      server.closeAllConnections();
      if (!server.listening) await listen(own);
    },
    change(body, where = (path) => path) {
      change = body;
      at = where;
    },
    close: stop,
  };
}
