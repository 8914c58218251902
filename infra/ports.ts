import { connect, createServer } from 'node:net';
import { type InfraConfig, Trouble } from './config.ts';
import { defaultPorts, type Ports } from './system.ts';

/** A port that nothing listens on now, chosen by the system. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

/** Free ports, one for each name. */
export async function freePorts<const N extends string>(names: readonly N[]): Promise<Record<N, number>> {
  const chosen = new Set<number>();
  while (chosen.size < names.length) chosen.add(await freePort());
  const ports = [...chosen];
  return Object.fromEntries(names.map((name, index) => [name, ports[index]])) as Record<N, number>;
}

/** Whether a port accepts connections. */
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

/** Whether something listens on a port already, on IPv6's loopback too: browsers try that first for `localhost`. */
export async function isTaken(port: number): Promise<boolean> {
  const refused = await new Promise<boolean>((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(true));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(false)));
  });
  return refused || accepts(port, '::1');
}

/** The ports that people type: they are asked for, never moved. */
const outer = { gateway: 'PORT', mailbox: 'MAILBOX_PORT' } as const;

/** Inner ports give way where they are taken, also to those that people chose. */
export async function choosePorts(kind: 'default' | 'free', config: InfraConfig): Promise<Ports> {
  const names = Object.keys(defaultPorts) as (keyof Ports)[];
  const free = await freePorts(names);
  if (kind === 'free') return free;
  const { PORT: gateway, MAILBOX_PORT: mailbox } = config;
  if (gateway === mailbox) throw new Trouble(`PORT and MAILBOX_PORT are both ${gateway}. Choose two.`);
  for (const [name, port] of Object.entries({ gateway, mailbox })) {
    if (!(await isTaken(port))) continue;
    const variable = outer[name as keyof typeof outer];
    throw new Trouble(
      `Port ${port} is taken. Stop what listens there, or choose another: ${variable}=${free.gateway} npm start`,
    );
  }
  const chosen = { ...defaultPorts, gateway, mailbox };
  for (const name of names) {
    if (name in outer) continue;
    const clashes = [gateway, mailbox].includes(defaultPorts[name]) || (await isTaken(defaultPorts[name]));
    if (clashes) chosen[name] = free[name];
  }
  return chosen;
}
