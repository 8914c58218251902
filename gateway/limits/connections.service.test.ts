import type { Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { closing, hear, openSocket, sendRaw } from '../../testing/guards/raw-http.ts';
import { startGateway } from '../testing/index.ts';

let gateway: Awaited<ReturnType<typeof startGateway>>;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await gateway.stop();
});

const host = 'Host: localhost\r\n';
const get = `GET /auth/v1/health HTTP/1.1\r\n${host}\r\n`;
const status = async () => (await fetch(`${gateway.url}/auth/v1/health`, { headers: { connection: 'close' } })).status;

/** Connections on which that was sent. */
async function open(count: number, bytes: string): Promise<Socket[]> {
  const opened: Socket[] = [];
  for (let index = 0; index < count; index += 1) {
    const socket = await openSocket(gateway.url);
    socket.write(bytes);
    socket.resume();
    opened.push(socket);
  }
  sockets.push(...opened);
  return opened;
}

/** How many requests the gateway has read from now on. */
function countRequests() {
  const made = { count: 0 };
  gateway.app.server.on('request', () => {
    made.count += 1;
  });
  return made;
}

const areClosed = (opened: readonly Socket[]) => opened.map(({ closed }) => closed);

it.each([
  ['nothing', ''],
  ['half a head', 'GET / HTTP/1.1\r\nX-Slow: '],
  ['a request that was answered', get],
  [
    'half a body',
    `POST /auth/v1/recover HTTP/1.1\r\n${host}Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{`,
  ],
])('where there are too many connections that sent %s, some of them end for new ones', async (_what, bytes) => {
  gateway = await startGateway((_request, answer) => answer.end(), { connections: 5 });
  const opened = await open(5, bytes);
  expect(await status()).toBe(200);
  expect(await status()).toBe(200);
  await expect.poll(() => areClosed(opened).filter(Boolean).length).toBeGreaterThan(0);
  const more = await open(20, bytes);
  await expect.poll(() => areClosed(more).filter(Boolean).length).toBeGreaterThanOrEqual(15);
  expect(await status()).toBe(200);
});

it('of connections that are idle the oldest ends first', async () => {
  gateway = await startGateway((_request, answer) => answer.end(), { connections: 5 });
  const opened = await open(5, '');
  await open(2, '');
  await expect.poll(() => areClosed(opened)).toEqual([true, true, false, false, false]);
});

it('a connection whose request is with a service does not end for others', async () => {
  let answerNow = () => {};
  gateway = await startGateway(
    (request, answer) => {
      if (request.url?.includes('slow')) answerNow = () => answer.end('late');
      else answer.end();
    },
    { connections: 3 },
  );
  const slow = await openSocket(gateway.url);
  const told = hear(slow, 5000);
  slow.write(closing(get.replace('health', 'settings?slow')));
  await open(20, '');
  expect(await status()).toBe(200);
  answerNow();
  expect((await told).text).toContain('late');
});

it('requests that come without waiting for answers are handled one by one, in order', async () => {
  let underWay = 0;
  let most = 0;
  gateway = await startGateway((request, answer) => {
    underWay += 1;
    most = Math.max(most, underWay);
    setImmediate(() => {
      underWay -= 1;
      answer.end(`<${new URL(request.url ?? '', gateway.url).searchParams.get('n')}>`);
    });
  });
  const numbers = Array.from({ length: 50 }, (_, index) => index);
  const requestOf = (n: number) => get.replace('health', `settings?n=${n}`);
  const bytes = numbers.slice(0, -1).map(requestOf).join('') + closing(requestOf(49));
  const { text, statuses } = await sendRaw(gateway.url, bytes);
  expect(statuses).toEqual(Array(50).fill(200));
  expect([...text.matchAll(/<(\d+)>/g)].map(([, n]) => Number(n))).toEqual(numbers);
  expect(most).toBe(1);
});

it('more of them than the gateway keeps end their connection, and nobody else notices', async () => {
  gateway = await startGateway((_request, answer) => setTimeout(() => answer.end(), 20), {
    pipelined: { connection: 50, total: 100 },
  });
  const told = await Promise.all(Array.from({ length: 5 }, () => sendRaw(gateway.url, get.repeat(500), 2000)));
  expect(told.map(({ closed }) => closed)).toEqual(Array(5).fill(true));
  expect(await status()).toBe(200);
  // What waited on a connection that ended does not count any more.
  expect((await sendRaw(gateway.url, get.repeat(39) + closing(get))).statuses).toEqual(Array(40).fill(200));
});

it('one connection may not have as many as all together', async () => {
  const pipelined = { connection: 5, total: 50 };
  gateway = await startGateway((_request, answer) => setTimeout(() => answer.end(), 20), { pipelined });
  expect((await sendRaw(gateway.url, get.repeat(5) + closing(get))).statuses).toEqual(Array(6).fill(200));
  expect((await sendRaw(gateway.url, get.repeat(7), 2000)).closed).toBe(true);
});

it('of those that may wait in all, a connection may have half of what is left', async () => {
  gateway = await startGateway(() => {}, { pipelined: { connection: 8, total: 16 } });
  const begun = countRequests();
  const opened: Socket[] = [];
  let sent = 0;
  for (const waiting of [8, 4, 2, 1, 1, 1]) {
    opened.push(...(await open(1, get.repeat(1 + waiting))));
    sent += 1 + waiting;
    await expect.poll(() => begun.count).toBe(sent);
  }
  await expect.poll(() => areClosed(opened)).toEqual([false, false, false, false, false, true]);
});

it('what comes behind a request that is refused with its connection is not begun', async () => {
  const asked: string[] = [];
  gateway = await startGateway((request, answer) => {
    asked.push(request.url ?? '');
    answer.end();
  });
  const twoHosts = get.replace(host, `${host}${host}`);
  const told = await sendRaw(gateway.url, `${get}${twoHosts}${get.replace('health', 'settings')}`, 1000);
  expect([told.statuses, told.closed]).toEqual([[200, 400], true]);
  // What was begun comes to the service before this.
  expect(await status()).toBe(200);
  expect(asked).toEqual(['/auth/v1/health', '/auth/v1/health']);
});

it('a head that never ends is ended', async () => {
  gateway = await startGateway((_request, answer) => answer.end());
  expect(gateway.app.server.headersTimeout).toBeLessThanOrEqual(15_000);
  gateway.app.server.headersTimeout = 500;
  const socket = await openSocket(gateway.url);
  socket.write('GET / HTTP/1.1\r\nX-Slow: ');
  const dripping = setInterval(() => socket.writable && socket.write('x'), 100);
  const told = await hear(socket, 15_000).finally(() => clearInterval(dripping));
  expect([told.statuses, told.closed]).toEqual([[408], true]);
});
