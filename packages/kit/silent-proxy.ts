import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A way to a server that can be slow, or on which packets vanish: nothing arrives, in either direction, without an error. */
export interface SilentProxy {
  /** On loopback. */
  port: number;
  /** From now on packets vanish. */
  swallow(): void;
  /** From now on they arrive, but for connections that lost some: to those nothing is ever delivered again. */
  deliver(): void;
  /** From now on what the server sends arrives so many milliseconds later. */
  delay(ms: number): void;
  /** How many packets have vanished. */
  swallowed(): number;
  stop(): void;
}

/**
 * Starts one on loopback.
 * @param target where the server is; asked for each connection
 * @param port that it listens on; any free one by default
 */
export async function startSilentProxy(target: () => { host: string; port: number }, port = 0): Promise<SilentProxy> {
  const sockets = new Set<Socket>();
  let isSilent = false;
  let swallowed = 0;
  let delayMs = 0;
  const server = createServer((near) => {
    const far = connect(target());
    let hasLost = isSilent;
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (bytes) => {
        hasLost ||= isSilent;
        if (hasLost) swallowed += 1;
        else if (from === near || delayMs === 0) to.write(bytes);
        else setTimeout(() => to.write(bytes), delayMs);
      });
      from.on('error', () => {});
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    swallow: () => {
      isSilent = true;
    },
    deliver: () => {
      isSilent = false;
    },
    delay: (ms) => {
      delayMs = ms;
    },
    swallowed: () => swallowed,
    stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
