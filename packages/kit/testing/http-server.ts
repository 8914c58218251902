import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An HTTP server of a test, on loopback. */
interface HttpServer {
  url: string;
  /** From now on nobody answers; calls under way are cut off. */
  stop(): Promise<void>;
  /** From now on somebody does again, at the same address. */
  startAgain(): Promise<void>;
}

/** Starts one on any free port. */
export async function startHttpServer(answer: RequestListener): Promise<HttpServer> {
  const server = createServer(answer);
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
    startAgain: () => listen(port),
  };
}
