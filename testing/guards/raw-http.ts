import { connect, type Socket } from 'node:net';

/** What a socket received until the other side closed it, or until it was silent. */
export interface Told {
  text: string;
  /** The status of each answer, in order. */
  statuses: number[];
  /** Whether the other side closed the connection. */
  closed: boolean;
}

/** A TCP connection to the portal. @param localAddress the address of this machine that it comes from */
export function openSocket(portal: string, localAddress?: string): Promise<Socket> {
  const { hostname, port } = new URL(portal);
  return new Promise((resolve, reject) => {
    const socket = connect({ port: Number(port), host: hostname, localAddress });
    socket.once('connect', () => resolve(socket.off('error', reject).on('error', () => {})));
    socket.once('error', reject);
  });
}

/**
 * Sends bytes and reads until the other side closes the connection, or until `quietMs` after the last byte received.
 * A text is sent as Latin-1: each character is one byte.
 */
export async function sendRaw(portal: string, bytes: string | Buffer, quietMs = 1500): Promise<Told> {
  const socket = await openSocket(portal);
  const received = hear(socket, quietMs);
  socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
  return received;
}

/** A request as the last of its connection, which ends with its answer: nobody waits whether more comes. */
export const closing = (request: string) => request.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n');

/** Reads a socket to its end, or until it is silent for `quietMs`, and destroys it. */
export function hear(socket: Socket, quietMs: number): Promise<Told> {
  return new Promise((resolve) => {
    let text = '';
    const done = (closed: boolean) => {
      socket.destroy();
      const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
      resolve({ text, statuses, closed });
    };
    socket.setTimeout(quietMs, () => done(false));
    socket.setEncoding('latin1').on('data', (part: string) => {
      text += part;
    });
    socket.once('end', () => done(true)).once('close', () => done(true));
  });
}
