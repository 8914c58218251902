import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createApp } from './app.ts';

/** More than the buffers of the system take of an answer that nobody reads. */
const large = 'x'.repeat(24 * 2 ** 20);

/** How many bytes come on a connection until it ends, in whichever way. */
async function readToEnd(socket: Socket): Promise<number> {
  let bytes = 0;
  socket.on('data', (piece: Buffer) => {
    bytes += piece.length;
  });
  await once(socket.resume(), 'close').catch(() => undefined);
  return bytes;
}

/** Asks for something, and reads nothing of the answer. */
function ask(port: number, path: string): Socket {
  const socket = connect(port, '127.0.0.1')
    .pause()
    .on('error', () => undefined);
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
  return socket;
}

it.each([
  ['English', large],
  ['Urdu', 'ک'.repeat(large.length / 2)],
])('of large answers in %s that nobody reads the oldest end, and the newest comes whole', async (_language, answer) => {
  const app = createApp(pino({ level: 'silent' }));
  let asked = 0;
  app.get('/large', async () => {
    asked += 1;
    return answer;
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const sockets: Socket[] = [];
  for (const turn of [1, 2, 3]) {
    sockets.push(ask(port, '/large'));
    await expect.poll(() => asked).toBe(turn);
  }
  const isWhole = (await Promise.all(sockets.map(readToEnd))).map((bytes) => bytes > large.length);
  expect(isWhole).toEqual([false, false, true]);
  await app.close();
});

it('an answer to a caller who has gone takes no room from others', async () => {
  const app = createApp(pino({ level: 'silent' }));
  const happened: string[] = [];
  app.get('/large', async () => {
    happened.push('asked');
    return large;
  });
  app.get('/gone', async (request) => {
    happened.push('asked');
    await new Promise((gone) => request.raw.socket.once('close', gone));
    happened.push('gone');
    return large;
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const slow = ask(port, '/large');
  await expect.poll(() => happened).toEqual(['asked']);
  const leaving = ask(port, '/gone');
  await expect.poll(() => happened).toEqual(['asked', 'asked']);
  leaving.destroy();
  await expect.poll(() => happened).toEqual(['asked', 'asked', 'gone']);
  expect(await readToEnd(slow)).toBeGreaterThan(large.length);
  await app.close();
});
