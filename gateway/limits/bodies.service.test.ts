import { type IncomingMessage, request } from 'node:http';
import { limits } from '@tma/contracts';
import { afterEach, describe, expect, it } from 'vitest';
import { closing, hear, openSocket, sendRaw } from '../../testing/guards/raw-http.ts';
import { startGateway } from '../testing/index.ts';
import { bounds } from './index.ts';

let gateway: Awaited<ReturnType<typeof startGateway>>;
const begun: ReturnType<typeof request>[] = [];
afterEach(async () => {
  for (const sending of begun.splice(0)) sending.destroy();
  await gateway.stop();
});

/** The length of the body that each call brought to a service. */
const start = (most: Parameters<typeof startGateway>[1]) =>
  startGateway((incoming, answer) => {
    let length = 0;
    incoming.on('data', (piece: Buffer) => {
      length += piece.length;
    });
    incoming.on('end', () => answer.end(`${length}`));
  }, most);

/** No large body is taken: each is refused once it has waited. */
const none = { lookMs: 50, largeBodies: { ...bounds.largeBodies, total: 0, waitMs: 0 } };

const recover = '/auth/v1/recover';
const json = { 'content-type': 'application/json' };
const post = (path: string, body: string | Buffer) =>
  fetch(gateway.url + path, { method: 'POST', body: new Uint8Array(Buffer.from(body)), headers: json });

/** A request whose body lacks its last byte. */
function stopBeforeEnd(path: string, length: number) {
  const headers = { ...json, 'content-length': length };
  const sending = request(gateway.url + path, { method: 'POST', headers, agent: false });
  begun.push(sending);
  const answer = new Promise<IncomingMessage | null>((resolve) => {
    sending.on('response', resolve).on('error', () => resolve(null));
  });
  sending.write(Buffer.alloc(length - 1, ' '));
  return { sending, answer };
}
const textOf = async (answer: IncomingMessage | null) => {
  let text = '';
  for await (const piece of answer ?? []) text += piece;
  return text;
};

describe('bodies that stop one byte before their end', () => {
  it('take a fixed amount of memory: the rest of them is refused, and small bodies are taken meanwhile', async () => {
    const most = { total: 3, client: 3, waiting: 2, waitMs: 60_000, stallMs: 60_000, holdMs: 60_000 };
    gateway = await start({ largeBodies: most });
    const stopped = Array.from({ length: 10 }, () => stopBeforeEnd(recover, 300_000));
    const refused: number[] = [];
    for (const { answer } of stopped) answer.then((told) => refused.push(told?.statusCode ?? 0));
    await expect.poll(() => refused, { timeout: 10_000 }).toEqual(Array(5).fill(503));
    for (let turn = 0; turn < 20; turn += 1) expect(await (await post(recover, '{"email":"a"}')).text()).toBe('13');
    for (const { sending } of stopped) sending.end(' ');
    const kept = await Promise.all(stopped.map(({ answer }) => answer));
    const lengths = await Promise.all(kept.filter((answer) => answer?.statusCode === 200).map(textOf));
    expect(lengths).toEqual(Array(5).fill('300000'));
    // What was taken is free again.
    expect((await post(recover, Buffer.alloc(900_000, ' '))).status).toBe(200);
  });

  it.each([
    [recover, { error_code: 'unavailable', code: 503 }],
    ['/rest/v1/usersdb', { code: 'unavailable' }],
    ['/adminsignin', { code: 'unavailable', status: 503 }],
  ])('%s: refused in its own form, with the time to try again', async (path, body) => {
    gateway = await start(none);
    const answer = await stopBeforeEnd(path, 200_000).answer;
    expect([answer?.statusCode, answer?.headers['retry-after']]).toEqual([503, '1']);
    expect(JSON.parse(await textOf(answer))).toMatchObject(body);
  });
});

it('large bodies of one client, complete ones that wait for a service too, keep nobody else from sending theirs', async () => {
  const one = { ...bounds.perService, total: 1, client: 1, waitMs: 600_000 };
  let held: (() => void) | undefined;
  const came: string[] = [];
  gateway = await startGateway(
    (incoming, answer) => {
      came.push(`${incoming.headers['x-forwarded-for']}`);
      incoming.resume();
      if (incoming.url?.includes('hold')) held = () => answer.end();
      else incoming.on('end', () => answer.end());
    },
    { perService: one },
    { TRUST_PROXY: '127.0.0.1' },
  );
  /** Whose bodies the gateway has read to their end. */
  const complete: string[] = [];
  gateway.app.server.on('request', (incoming) =>
    incoming.once('end', () => complete.push(`${incoming.headers['x-forwarded-for']}`)),
  );
  const ask = (path: string, client: string, length: number) =>
    fetch(gateway.url + path, {
      method: 'POST',
      body: new Uint8Array(length),
      headers: { ...json, 'x-forwarded-for': client },
    }).then(({ status }) => status);
  const holding = ask('/auth/v1/recover?hold', '198.51.100.1', 10);
  await expect.poll(() => held).toBeDefined();
  const waiting = Array.from({ length: 6 }, () => ask(recover, '198.51.100.1', 300_000));
  // Two of them have places for large bodies, and wait behind the one that is held.
  await expect.poll(() => complete.length).toBe(3);
  // Has a place for a large body beside those of the first, and the last to come is first in line at the service.
  const other = ask(recover, '198.51.100.2', 300_000);
  await expect.poll(() => complete).toContain('198.51.100.2');
  held?.();
  expect(await Promise.all([holding, other, ...waiting])).toEqual(Array(8).fill(200));
  expect(came.indexOf('198.51.100.2')).toBe(1);
});

it('a body that is refused is read on: the next request on its connection is answered', async () => {
  gateway = await start(none);
  const head = (length: number) =>
    `POST ${recover} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;
  const bytes = `${head(500_000)}${' '.repeat(500_000)}${closing(head(2))}{}`;
  const told = await sendRaw(gateway.url, bytes, 5000);
  expect([told.statuses, told.text.slice(-1)]).toEqual([[503, 200], '2']);
});

it('connections that ended in a body that was refused leave nothing behind for those that come after them', async () => {
  gateway = await start(none);
  const stopped = Array.from({ length: 20 }, () => stopBeforeEnd(recover, 200_000));
  for (const { sending, answer } of stopped) {
    expect((await answer)?.statusCode).toBe(503);
    sending.destroy();
  }
  const lengths = Array.from({ length: 20 }, async () => (await post(recover, Buffer.alloc(1000, ' '))).text());
  expect(await Promise.all(lengths)).toEqual(Array(20).fill('1000'));
});

describe('a large body that has no place', () => {
  const one = { ...bounds.largeBodies, total: 1, client: 1 };
  const large = () => post(recover, Buffer.alloc(900_000, ' '));

  it('is not read on, small ones are taken meanwhile, and it has its turn', async () => {
    gateway = await start({ largeBodies: { ...one, stallMs: 60_000 } });
    const { sending, answer } = stopBeforeEnd(recover, 900_000);
    await expect.poll(() => sending.writableLength).toBe(0);
    const waiting = [large(), large()];
    for (let turn = 0; turn < 20; turn += 1) expect(await (await post(recover, '{"email":"a"}')).text()).toBe('13');
    sending.end(' ');
    const told = await Promise.all([answer.then(textOf), ...waiting.map(async (each) => (await each).text())]);
    expect(told).toEqual(Array(3).fill('900000'));
  });

  it('gets that of one which does not come on', async () => {
    gateway = await start({ largeBodies: { ...one, stallMs: 200 }, lookMs: 50 });
    const { sending, answer } = stopBeforeEnd(recover, 900_000);
    await expect.poll(() => sending.writableLength).toBe(0);
    expect(await (await large()).text()).toBe('900000');
    expect((await answer)?.statusCode).toBe(503);
  });
});

it('a body in chunks of one byte ends its connection', async () => {
  gateway = await start({});
  const head = `POST ${recover} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;
  const upload = head.replace(recover, '/newrequest').replace('application/json', 'multipart/form-data; boundary=b');
  for (const begin of [head, upload]) {
    const told = await sendRaw(gateway.url, `${begin}${'1\r\nx\r\n'.repeat(20_000)}0\r\n\r\n`, 2000);
    expect([told.statuses, told.closed]).toEqual([[], true]);
    const some = await sendRaw(gateway.url, `${closing(begin)}${'1\r\nx\r\n'.repeat(400)}0\r\n\r\n`);
    expect([some.statuses, some.text.slice(-3)]).toEqual([[200], '400']);
  }
});

it.each([0, 1, 100, 65_536, 65_537, limits.jsonBody, limits.jsonBody + 1, 3_000_000])(
  'a body of %i bytes comes whole, with its length and in chunks',
  async (length) => {
    gateway = await start({});
    const body = Buffer.alloc(length, ' ');
    expect(await (await post(recover, body)).text()).toBe(`${length}`);
    const chunked = await fetch(gateway.url + recover, {
      method: 'POST',
      body: new Blob([new Uint8Array(body)]).stream(),
      duplex: 'half',
      headers: json,
    } as RequestInit);
    expect(await chunked.text()).toBe(`${length}`);
  },
);

describe('a body that does not come on', () => {
  const head = `POST ${recover} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n`;

  it.each([
    [recover, head],
    ['an upload', head.replace(recover, '/newrequest').replace('application/json', 'multipart/form-data; boundary=b')],
  ])('%s: is given up, and its connection ends', async (_what, begin) => {
    gateway = await start({ giveUpMs: 300, lookMs: 50 });
    const told = await sendRaw(gateway.url, `${begin}{`, 5000);
    expect([told.statuses, told.closed]).toEqual([[408], true]);
    expect((await post(recover, '{}')).status).toBe(200);
  });

  it('nor does one that comes by the byte', async () => {
    gateway = await start({ giveUpMs: 300, lookMs: 50 });
    const socket = await openSocket(gateway.url);
    socket.write(`${head}{`);
    const dripping = setInterval(() => socket.writable && socket.write(' '), 50);
    const told = await hear(socket, 5000).finally(() => clearInterval(dripping));
    expect([told.statuses, told.closed]).toEqual([[408], true]);
  });
});

describe('an upload that comes slowly, but comes on', () => {
  const head = `POST /newrequest HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=b\r\n`;

  it('is taken', async () => {
    gateway = await start({ giveUpMs: 1000, lookMs: 50, piece: 1000 });
    const socket = await openSocket(gateway.url);
    const told = hear(socket, 5000);
    const pieces = 40;
    socket.write(`${head}Connection: close\r\nContent-Length: ${pieces * 500}\r\n\r\n`);
    let sent = 0;
    await new Promise<void>((resolve) => {
      const sending = setInterval(() => {
        socket.write(Buffer.alloc(500));
        sent += 1;
        if (sent < pieces) return;
        clearInterval(sending);
        resolve();
      }, 50);
    });
    expect((await told).text).toContain(`${pieces * 500}`);
  });

  it('has time for two megabytes at 50 kbit/s', async () => {
    gateway = await start({});
    expect(gateway.app.server.requestTimeout).toBeGreaterThan((2 * 2 ** 20 * 8) / 50);
  });
});
