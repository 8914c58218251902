import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A way to a server that can be slow, or swallow what is sent: nothing arrives, in either direction, and nobody is told. */
export async function startProxy(target: string) {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let delayMs = 0;
  let swallowing = false;
  let swallowed = 0;
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (bytes) => {
        if (swallowing) swallowed += 1;
        else if (from === near || delayMs === 0) to.write(bytes);
        else setTimeout(() => to.write(bytes), delayMs);
      });
      from.on('error', () => {}).on('close', () => to.destroy());
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Answers arrive so many milliseconds later. */
    delay(ms: number) {
      delayMs = ms;
    },
    swallow() {
      swallowing = true;
    },
    deliver() {
      swallowing = false;
    },
    /** How many pieces were swallowed. */
    swallowed: () => swallowed,
    stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
export type S3Proxy = Awaited<ReturnType<typeof startProxy>>;
