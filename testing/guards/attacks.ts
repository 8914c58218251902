import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { openSocket } from './raw-http.ts';

/** What each of many connections does. */
interface Attack {
  what: string;
  connections: number;
  /** What each begins with. */
  begin(): string | Buffer;
  /** Sent four times a second on each, one after the other. */
  drip?: string;
  /** Whether what is answered is left unread; an answer that is read would end some attacks. */
  unread?: true;
}

/** The connections of an attack, until `stop` ends them. */
export interface RunningAttack {
  stop(): void;
}

/** Every 10 ms a 25th of the connections send a byte, so that each sends one in 250 ms. */
const ticks = 25;

interface Manner {
  /** The addresses of this machine that it comes from, in turn. */
  from?: readonly string[];
  /** Milliseconds between one connection and the next; without it they come as fast as they can. */
  everyMs?: number;
}

/** Begins an attack. */
export async function startAttack(
  portal: string,
  { connections, begin, drip, unread }: Omit<Attack, 'what'>,
  { from = [], everyMs }: Manner = {},
): Promise<RunningAttack> {
  const sockets: Socket[] = [];
  const bytes = begin();
  const width = everyMs === undefined ? 100 : 1;
  while (sockets.length < connections) {
    if (everyMs !== undefined) await wait(everyMs);
    const count = Math.min(width, connections - sockets.length);
    const some = await Promise.all(
      Array.from({ length: count }, (_, index) =>
        openSocket(portal, from[(sockets.length + index) % Math.max(1, from.length)]),
      ),
    );
    for (const socket of some) {
      if (unread) socket.pause();
      else socket.resume();
      socket.write(bytes);
    }
    sockets.push(...some);
  }
  let tick = 0;
  const dropOn = () => {
    tick = (tick + 1) % ticks;
    for (let index = tick; index < sockets.length; index += ticks) {
      if (sockets[index]?.writable) sockets[index]?.write(drip ?? '');
    }
  };
  const timer = drip === undefined ? undefined : setInterval(dropOn, 250 / ticks);
  return {
    stop() {
      clearInterval(timer);
      for (const socket of sockets) socket.destroy();
    },
  };
}

const host = 'Host: localhost\r\n';
const megabyte = 1024 * 1024;
const post = (path: string, type: string, length: number, token?: string) =>
  `POST ${path} HTTP/1.1\r\n${host}Content-Type: ${type}\r\nContent-Length: ${length}\r\n` +
  `${token ? `Authorization: Bearer ${token}\r\n` : ''}\r\n`;
const json = (length: number) => post('/auth/v1/recover', 'application/json', length);
const type = 'multipart/form-data; boundary=b';
const file = '--b\r\nContent-Disposition: form-data; name="image"; filename="a.jpg"\r\n\r\n';
const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\n${host}${more}\r\n`;

/**
 * What a thousand connections do to use up a gateway's memory, places or time.
 * @param picture the path of a large one
 * @param token a resident's: without one no service reads an upload
 */
export const attacks = (picture: () => string, token: () => string | undefined = () => undefined): Attack[] => [
  { what: 'send nothing', connections: 3000, begin: () => '' },
  { what: 'stay open after a request', connections: 3000, begin: () => get('/api/config') },
  { what: 'send heads that do not end', connections: 1000, begin: () => `GET / HTTP/1.1\r\n${host}X: `, drip: 'x' },
  {
    what: 'send huge heads',
    connections: 1000,
    begin: () => json(1000).replace('\r\n\r\n', `\r\nX: ${'x'.repeat(15_000)}\r\n\r\n{`),
  },
  { what: 'send thousands of headers', connections: 1000, begin: () => get('/', 'a:\r\n'.repeat(3000)) },
  { what: 'send bodies by the byte', connections: 1000, begin: () => json(100_000), drip: ' ' },
  {
    what: 'send bodies but for the last byte',
    connections: 1000,
    begin: () => Buffer.concat([Buffer.from(json(megabyte)), Buffer.alloc(megabyte - 1, ' ')]),
  },
  {
    what: 'send bodies in chunks of a byte',
    connections: 100,
    begin: () => `${json(0).replace('Content-Length: 0', 'Transfer-Encoding: chunked')}${'1\r\nx\r\n'.repeat(100_000)}`,
  },
  {
    what: 'send uploads that do not end',
    connections: 1000,
    begin: () =>
      Buffer.concat([Buffer.from(post('/newrequest', type, 2 * megabyte, token()) + file), Buffer.alloc(200_000, 'x')]),
  },
  {
    what: 'send uploads by the byte',
    connections: 1000,
    begin: () => post('/newrequest', type, 2 * megabyte, token()) + file,
    drip: 'x',
  },
  { what: 'read no answers', connections: 1000, begin: () => get(picture()).repeat(20), unread: true },
  {
    what: 'ask for 200 pictures at once',
    connections: 100,
    begin: () => get(picture()).repeat(200),
    unread: true,
  },
  {
    what: 'ask for hundreds of things at once',
    connections: 1000,
    begin: () => get('/auth/v1/health').repeat(500),
    unread: true,
  },
  {
    what: 'ask to change the connection',
    connections: 1000,
    begin: () =>
      get('/auth/v1/health', 'Upgrade: h2c\r\nKeep-Alive: timeout=600\r\nConnection: keep-alive, Upgrade\r\n'),
  },
];
