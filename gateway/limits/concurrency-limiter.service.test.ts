import { request, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { openSocket, sendRaw } from '../../testing/guards/raw-http.ts';
import { startGateway } from '../testing/index.ts';

let gateway: Awaited<ReturnType<typeof startGateway>>;
const sockets: Socket[] = [];
/** Answers of this gateway's services that were given up. */
let broken: { count: number };
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await gateway.stop();
});

/** More than the buffers of the system take of an answer that nobody reads. */
const large = Buffer.alloc(48 * 2 ** 20, 'x');
const never = 600_000;
const places = { total: 3, client: 2, waiting: 4, waitMs: never, stallMs: never, holdMs: never };
const all = (each: typeof places) => ({ perService: each, uploads: each, answers: each });

/** Large pictures, and of everything else the length of the body. The gateway believes who a proxy says that it is. */
function start(most: Parameters<typeof startGateway>[1]) {
  const counted = { count: 0 };
  broken = counted;
  return startGateway(
    (incoming, answer) => {
      answer.once('close', () => {
        if (!answer.writableFinished) counted.count += 1;
      });
      if (incoming.url?.includes('large')) return void answer.setHeader('content-length', large.length).end(large);
      let length = 0;
      incoming.on('data', (piece: Buffer) => {
        length += piece.length;
      });
      incoming.on('end', () => answer.end(`${length}`));
    },
    { lookMs: 50, ...all(places), ...most },
    { TRUST_PROXY: '127.0.0.1' },
  );
}

const forwarded = (client: string) => `X-Forwarded-For: ${client}\r\n`;
const getLarge = (client: string) => `GET /uploads/large.webp HTTP/1.1\r\nHost: localhost\r\n${forwarded(client)}\r\n`;
const beginUpload = (client: string) =>
  `POST /newrequest HTTP/1.1\r\nHost: localhost\r\n${forwarded(client)}Content-Type: multipart/form-data; boundary=b\r\n` +
  `Content-Length: 100000\r\n\r\n--b`;

/** Callers who send that and read nothing of the answer. */
async function stall(count: number, bytes: string): Promise<Socket[]> {
  const opened = await Promise.all(Array.from({ length: count }, () => openSocket(gateway.url)));
  for (const socket of opened) socket.pause().write(bytes);
  sockets.push(...opened);
  return opened;
}

interface Ask {
  path?: string;
  body?: Buffer;
  /** How long the caller waits, in milliseconds. */
  patience?: number;
}

/** How a caller is answered: the status, `none` in time, or `ended` with the connection. */
function ask(client: string, { path = '/uploads/small.webp', body, patience = 8000 }: Ask = {}) {
  const headers = { 'x-forwarded-for': client, ...(body && { 'content-type': 'multipart/form-data; boundary=b' }) };
  return new Promise<number | 'ended' | 'none'>((resolve) => {
    const options = { method: body ? 'POST' : 'GET', headers, agent: false, timeout: patience };
    const asking = request(gateway.url + path, options);
    asking.on('response', (answer) => answer.resume().on('end', () => resolve(answer.statusCode ?? 0)));
    asking
      .on('error', () => resolve('ended'))
      .on('timeout', () => {
        resolve('none');
        asking.destroy();
      });
    asking.end(body);
  });
}
const upload: Ask = { path: '/newrequest', body: Buffer.alloc(50_000) };
const picture: Ask = {};

const [one, two, three] = ['198.51.100.1', '198.51.100.2', '198.51.100.3'] as const;

describe.each([
  ['answers that nobody reads', getLarge, picture],
  ['uploads that do not end', beginUpload, upload],
])('%s', (_what, bytes, options) => {
  /** Until a client has no place left. */
  const isFull = (client: string) =>
    expect.poll(() => ask(client, { ...options, patience: 300 }), { timeout: 10_000 }).toBe('none');

  it('of one client keep nobody else waiting', async () => {
    gateway = await start({});
    await stall(10, bytes(one));
    await isFull(one);
    for (let turn = 0; turn < 5; turn += 1) expect(await ask(two, options)).toBe(200);
  });

  it('lose their places to whoever waits for one, of the same client too', async () => {
    gateway = await start(all({ ...places, stallMs: 300 }));
    await stall(2, bytes(one));
    expect(await ask(one, options)).toBe(200);
    await stall(2, bytes(two));
    await stall(2, bytes(three));
    expect([await ask(one, options), await ask(two, options), await ask(three, options)]).toEqual([200, 200, 200]);
  });

  it('lose their places also where they go on for too long', async () => {
    gateway = await start(all({ ...places, holdMs: 500 }));
    await stall(2, bytes(one));
    expect(await ask(one, options)).toBe(200);
  });

  it('of one network are of one client', async () => {
    gateway = await start({});
    await stall(1, bytes('2001:db8:1:2::1'));
    await stall(1, bytes('2001:db8:1:2:ffff::1'));
    await isFull('2001:db8:1:2:3:4:5:6');
    expect(await ask('2001:db8:1:3::1', options)).toBe(200);
  });

  it('let nobody wait for ever: 503, with the time to try again', async () => {
    gateway = await start(all({ ...places, waitMs: 300 }));
    await stall(2, bytes(one));
    await expect.poll(() => ask(one, options)).toBe(503);
  });

  it('let only so many wait: those who have waited longest are refused', async () => {
    gateway = await start({});
    await stall(2, bytes(one));
    await isFull(one);
    const waiting = Array.from({ length: 6 }, () => ask(one, { ...options, patience: 1000 }));
    const told = await Promise.all(waiting);
    expect(told.filter((status) => status === 503)).toHaveLength(2);
    expect(told.filter((status) => status === 'none')).toHaveLength(4);
  });

  it('leave their places with those who go away', async () => {
    gateway = await start({});
    const stalled = await stall(2, bytes(one));
    await isFull(one);
    for (const socket of stalled) socket.destroy();
    await expect.poll(() => ask(one, options)).toBe(200);
  });
});

it('a request whose caller goes away has its place until the service has answered', async () => {
  const held: ServerResponse[] = [];
  let isSlow = true;
  gateway = await startGateway(
    (_incoming, answer) => void (isSlow ? held.push(answer) : answer.end()),
    { lookMs: 50, ...all(places) },
    { TRUST_PROXY: '127.0.0.1' },
  );
  for (let turn = 0; turn < 5; turn += 1) expect(await ask(one, { patience: 300 })).toBe('none');
  expect(held).toHaveLength(places.client);
  expect(await ask(two, { patience: 300 })).toBe('none');
  expect(held).toHaveLength(places.total);
  isSlow = false;
  for (const answer of held) answer.end();
  expect([await ask(one), await ask(two)]).toEqual([200, 200]);
});

it('large answers of all services together have places, too; small ones need none', async () => {
  gateway = await start({ perService: { ...places, total: 100, client: 100 } });
  await stall(2, getLarge(one));
  const big = { path: '/remotes/resident/large.js', patience: 1000 };
  await expect.poll(() => ask(one, big), { timeout: 10_000 }).toBe('none');
  expect(await ask(one, { path: '/remotes/resident/small.js' })).toBe(200);
  expect(await ask(two, { ...big, patience: 8000 })).toBe(200);
});

it('a large answer that waits for a place ends at the service when its caller goes away', async () => {
  gateway = await start({ perService: { ...places, total: 100, client: 100 } });
  await stall(2, getLarge(one));
  const big = { path: '/uploads/large.webp', patience: 1000 };
  await expect.poll(() => ask(one, big), { timeout: 10_000 }).toBe('none');
  await expect.poll(() => broken.count, { timeout: 5000 }).toBeGreaterThan(0);
});

it.each([
  ['requests at a service', places],
  ['large answers', { ...places, total: 100, client: 100 }],
])('too many %s: of many requests on one connection one is refused, with the connection', async (_what, perService) => {
  const waitMs = 200;
  gateway = await start({ ...all({ ...places, waitMs }), perService: { ...perService, waitMs } });
  await stall(2, getLarge(one));
  await expect.poll(() => ask(one, { path: '/uploads/large.webp' }), { timeout: 10_000 }).toBe(503);
  const { statuses, closed } = await sendRaw(gateway.url, getLarge(one).repeat(20), 3000);
  expect([statuses, closed]).toEqual([[503], true]);
});

it('two hundred browsers behind one address are all answered', async () => {
  const answerMs = 200;
  gateway = await startGateway((_incoming, answer) => setTimeout(() => answer.end(), answerMs), {});
  const paths = ['/api/gettehsils', '/uploads/small.webp', '/about', '/auth/v1/health'];
  const calls = Array.from({ length: 200 }, (_, browser) =>
    Promise.all(paths.map(async (path) => (await fetch(`${gateway.url}${path}?${browser}`)).status)),
  );
  expect(new Set((await Promise.all(calls)).flat())).toEqual(new Set([200]));
});

it.each([
  ['an answer', getLarge, '/uploads/large.webp', 'GET'],
  ['an upload', beginUpload, '/newrequest', 'POST'],
])('%s that is refused says so to a page of another origin too', async (_what, bytes, path, method) => {
  gateway = await start(all({ ...places, waitMs: 300 }));
  await stall(2, bytes(one));
  const origin = 'http://portal.test';
  const type = { 'content-type': 'multipart/form-data; boundary=b' };
  const refused = async () => {
    const headers = { origin, 'x-forwarded-for': one, ...(method === 'POST' && type) };
    const answer = await fetch(gateway.url + path, { method, headers, body: method === 'POST' ? 'x' : null });
    const { code } = (await answer.json().catch(() => ({}))) as { code?: string };
    const names = ['access-control-allow-origin', 'retry-after', 'content-type'];
    return [answer.status, code, ...names.map((name) => answer.headers.get(name))];
  };
  await expect.poll(refused).toEqual([503, 'unavailable', origin, '1', 'application/problem+json; charset=utf-8']);
});

describe('an answer', () => {
  it.each([
    ['nothing', ''],
    ['more requests, a byte at a time', 'x'],
  ])('that nobody reads is given up, when the caller sends %s', async (_what, more) => {
    gateway = await start({ giveUpMs: 400 });
    const [socket] = await stall(1, `${getLarge(one)}${more && 'GET / HTTP/1.1\r\nX: '}`);
    const sending = setInterval(() => socket?.writable && socket.write(more), 50);
    // The caller hears of it only by reading; the service, at once.
    await expect
      .poll(() => broken.count, { timeout: 10_000 })
      .toBe(1)
      .finally(() => clearInterval(sending));
    expect(await ask(one)).toBe(200);
  });

  it('that is read slowly is given whole', async () => {
    gateway = await start({ giveUpMs: 1500 });
    const [socket] = await stall(1, getLarge(one));
    let read = 0;
    await new Promise<void>((resolve, reject) => {
      socket?.on('data', (piece: Buffer) => {
        read += piece.length;
        socket.pause();
        setTimeout(() => socket.resume(), 5);
        if (read > large.length) resolve();
      });
      socket?.once('close', reject).resume();
    });
    expect(read).toBeGreaterThan(large.length);
  });
});
