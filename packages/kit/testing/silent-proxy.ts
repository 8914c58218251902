import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A proxy that can be slow, or drop packets: nothing arrives, in either direction, without an error. */
export interface SilentProxy {
  /** On loopback. */
  port: number;
  /** From now on packets are dropped. */
  drop(): void;
  /** From now on they arrive, but for connections that lost some: to those nothing is ever delivered again. */
  deliver(): void;
  /** From now on what the server sends arrives so many milliseconds later. */
  delay(ms: number): void;
  /** How many packets were dropped. */
  dropped(): number;
  stop(): void;
}

/**
 * Starts one on loopback.
 * @param target where the server is; asked for each connection
 * @param port that it listens on; any free one by default
 */
export async function startSilentProxy(target: () => { host: string; port: number }, port = 0): Promise<SilentProxy> {
  const sockets = new Set<Socket>();
  const line: Line = { isSilent: false, dropped: 0, delayMs: 0 };
  const server = createServer((near) => {
    for (const socket of joinOver(line, near, connect(target()))) {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
    }
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    drop: () => {
      line.isSilent = true;
    },
    deliver: () => {
      line.isSilent = false;
    },
    delay: (ms) => {
      line.delayMs = ms;
    },
    dropped: () => line.dropped,
    stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

interface Line {
  isSilent: boolean;
  dropped: number;
  /** Of what the server sends. */
  delayMs: number;
}

/** Hands on what either end sends, as far as the line lets it through. @returns both ends */
function joinOver(line: Line, near: Socket, far: Socket): Socket[] {
  let hasLost = line.isSilent;
  const handOn = (from: Socket, to: Socket) => {
    from.on('data', (bytes) => {
      hasLost ||= line.isSilent;
      if (hasLost) line.dropped += 1;
      else if (from === near || line.delayMs === 0) to.write(bytes);
      else setTimeout(() => to.write(bytes), line.delayMs);
    });
    from.on('error', () => {});
    from.on('close', () => to.destroy());
  };
  handOn(near, far);
  handOn(far, near);
  return [near, far];
}
