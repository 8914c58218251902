import { randomInt } from 'node:crypto';
import { connect, createServer } from 'node:net';
import { CommandError } from '../command.ts';

/** Below the ports that systems give to outgoing connections: one of those can be taken between its choice and its use. */
const range = { from: 11_000, to: 32_767 };

/** A port of loopback that nothing listens on now. */
export async function freePort(): Promise<number> {
  const port = randomInt(range.from, range.to);
  return (await isTaken(port)) ? freePort() : port;
}

export async function freePorts<const N extends string>(names: readonly N[]): Promise<Record<N, number>> {
  const chosen = new Set<number>();
  while (chosen.size < names.length) chosen.add(await freePort());
  const ports = [...chosen];
  return Object.fromEntries(names.map((name, index) => [name, ports[index]])) as Record<N, number>;
}

export const accepts = (port: number, host = '127.0.0.1'): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, host);
    const done = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', () => done(true));
    socket.once('error', () => done(false));
  });

/**
 * Whether something listens on a port, on IPv6's loopback too: browsers try that first for `localhost`. Throws a CommandError where
 * this user may not listen there.
 */
export async function isTaken(port: number): Promise<boolean> {
  const refused = await new Promise<boolean>((resolve, reject) => {
    const server = createServer();
    server.once('error', ({ code }: NodeJS.ErrnoException) => {
      if (code !== 'EACCES' || port >= 1024) return resolve(true);
      reject(new CommandError(`This user may not listen on port ${port}. Choose one from 1024 on.`));
    });
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(false)));
  });
  return refused || accepts(port, '::1');
}
