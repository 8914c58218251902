import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

interface Speed {
  /** From a request to the first byte of its answer, in milliseconds, beside what the server takes. */
  latencyMs: number;
  /** Each way, for all connections together. */
  bytesPerSecond: number;
}

/** 2G: three round trips of 280 ms before anything comes, and 50 kbit/s. */
export const speed2G: Speed = { latencyMs: 3 * 280, bytesPerSecond: 50_000 / 8 };

/** A connection sends so many bytes, then it is another one's turn. */
const pieceBytes = 512;

/**
 * A line to a server that is as slow as it is told, and can be cut. Unlike what a browser can imitate by itself, all of its
 * connections share it, those of its workers included.
 */
export async function startSlowLine(server: string, speed: Speed) {
  const target = new URL(server);
  const ways = { up: createWay(speed), down: createWay(speed) };
  const open = new Set<Socket>();
  let isCut = false;

  const listener = createServer((near) => {
    if (isCut) return void near.destroy();
    const far = connect(Number(target.port), target.hostname);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        open.delete(socket);
        other.destroy();
      });
    }
    void carry(near, far, ways.up, speed.latencyMs / 2);
    void carry(far, near, ways.down, speed.latencyMs / 2);
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as { port: number };

  const cut = () => {
    isCut = true;
    for (const socket of open) socket.destroy();
  };
  return {
    url: `${target.protocol}//${target.hostname}:${port}`,
    /** How many bytes have come from the server so far. */
    received: () => ways.down.carried(),
    /** Ends all connections; new ones end at once, until `mend`. */
    cut,
    mend() {
      isCut = false;
    },
    stop() {
      cut();
      listener.close();
    },
  };
}

/** One direction of the line. */
function createWay({ bytesPerSecond }: Speed) {
  let freeAt = 0;
  let carried = 0;
  return {
    carried: () => carried,
    /** Waits until so many bytes have passed, behind those of others. */
    async pass(bytes: number) {
      carried += bytes;
      freeAt = Math.max(freeAt, performance.now()) + (bytes / bytesPerSecond) * 1000;
      await wait(Math.max(0, freeAt - performance.now()));
    },
  };
}

/** Carries what comes from one socket to the other. */
async function carry(from: Socket, to: Socket, way: ReturnType<typeof createWay>, delayMs: number) {
  const later = (act: () => void) => setTimeout(() => !to.destroyed && act(), delayMs);
  try {
    for await (const chunk of from as AsyncIterable<Buffer>) {
      for (let at = 0; at < chunk.length; at += pieceBytes) {
        const piece = chunk.subarray(at, at + pieceBytes);
        await way.pass(piece.length);
        later(() => to.write(piece));
      }
    }
    later(() => to.end());
  } catch {
    // One of the two went away, and the other with it.
  }
}
