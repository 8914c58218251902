import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { openSocket, sendRaw } from '../../testing/guards/raw-http.ts';
import { startGateway } from '../testing/index.ts';

let gateway: Awaited<ReturnType<typeof startGateway>>;
afterEach(() => gateway.stop());
const start = async (answer: RequestListener) => {
  gateway = await startGateway(answer);
};

const small = '/api/gettehsils';
const get = (lines = '', path = small, method = 'GET') =>
  `${method} ${path} HTTP/1.1\r\nHost: localhost\r\n${lines}Connection: close\r\n\r\n`;

describe.each([
  ['with its length', true],
  ['in chunks', false],
])('an answer %s', (_what, isLong) => {
  it.each([0, 1, 2048, 65_536, 65_537, 3_000_000])('of %i bytes comes whole', async (length) => {
    const body = Buffer.alloc(length, 'é');
    await start((_request, answer) => {
      if (isLong) answer.setHeader('content-length', length);
      else answer.setHeader('transfer-encoding', 'chunked');
      answer.writeHead(200, { 'content-type': 'text/plain' });
      answer.end(body);
    });
    const answer = await fetch(gateway.url + small);
    expect(Buffer.from(await answer.arrayBuffer()).equals(body)).toBe(true);
    // Of chunks that never came Node knows that they are none.
    expect(answer.headers.get('content-length')).toBe(isLong || length === 0 ? `${length}` : null);
  });
});

it('the page of the API has GET and HEAD alone', async () => {
  await start((_request, answer) => answer.end());
  for (const [method, status, allow] of [
    ['GET', 200, null],
    ['HEAD', 200, null],
    ['POST', 405, 'GET, HEAD'],
  ] as const) {
    const answer = await fetch(`${gateway.url}/docs`, { method });
    expect([method, answer.status, answer.headers.get('allow')]).toEqual([method, status, allow]);
  }
});

it('the page of the log with a slash too many is the page without, though files are below it', async () => {
  await start((_request, answer) => answer.end('a file'));
  const ask = (path: string) => fetch(gateway.url + path, { redirect: 'manual' });
  const answer = await ask('/log/?from=mail');
  expect([answer.status, answer.headers.get('location')]).toEqual([308, '/log?from=mail']);
  expect(await (await ask('/log/key')).text()).toBe('a file');
});

it('headers come as they are, each cookie too, but for those of the connection; trailers and early hints do not', async () => {
  await start((_request, answer) => {
    answer.writeEarlyHints({ link: '</style.css>; rel=preload' });
    const own = {
      connection: 'keep-alive',
      'keep-alive': 'timeout=9',
      trailer: 'x-sum',
      etag: 'W/"a"',
      vary: 'accept',
    };
    answer.writeHead(200, { ...own, 'set-cookie': ['a=1', 'b=2'], 'x-request-id': 'of the service' });
    answer.write('text');
    answer.addTrailers({ 'x-sum': '1' });
    answer.end();
  });
  const { text, statuses } = await sendRaw(gateway.url, get('Origin: http://portal.test\r\n'));
  expect(statuses).toEqual([200]);
  for (const line of ['etag: W/"a"', 'vary: accept, Origin', 'set-cookie: a=1', 'set-cookie: b=2']) {
    expect(text).toContain(`${line}\r\n`);
  }
  for (const absent of ['timeout=9', 'x-sum: 1', 'preload']) expect(text).not.toContain(absent);
});

it.each([
  ['HEAD', 200],
  ['GET', 204],
  ['GET', 304],
])('%s: an answer of %i has headers and no body', async (method, status) => {
  await start((_request, answer) => {
    answer.writeHead(status, { etag: 'W/"a"', ...(status === 200 && { 'content-length': 5000 }) });
    answer.end();
  });
  const { text } = await sendRaw(gateway.url, get('', small, method));
  expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} [^]*etag: W/"a"[^]*\\r\\n\\r\\n$`));
  expect(/content-length: (\d+)/.exec(text)?.[1]).toBe(status === 200 ? '5000' : undefined);
});

describe('a connection to a service that breaks', () => {
  /** Breaks the first `times` of them. @returns the methods that came */
  async function startBroken(times: number, stop: (request: IncomingMessage, answer: ServerResponse) => void) {
    const came: string[] = [];
    await start((request, answer) => {
      came.push(request.method ?? '');
      if (came.length <= times) stop(request, answer);
      else answer.end('well');
    });
    return came;
  }
  const destroy = (request: IncomingMessage) => request.socket.destroy();

  it.each(['GET', 'HEAD'])('%s is sent again', async (method) => {
    const came = await startBroken(1, destroy);
    expect((await fetch(gateway.url + small, { method })).status).toBe(200);
    expect(came).toEqual([method, method]);
  });

  it('a call that may have had its effect is not', async () => {
    const came = await startBroken(1, destroy);
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${gateway.url}/auth/v1/recover`, { method: 'POST', body: '{}', headers });
    expect([answer.status, answer.headers.get('retry-after'), came]).toEqual([503, '1', ['POST']]);
  });

  it('in the middle of a small answer, again and again: 503, and nothing of what the service said', async () => {
    await startBroken(3, (_request, answer) => {
      answer.writeHead(200, { 'content-length': 100, 'cache-control': 'public', etag: '"a"' });
      answer.write('half', () => setImmediate(() => answer.destroy()));
    });
    const answer = await fetch(gateway.url + small);
    expect([answer.status, answer.headers.get('etag'), answer.headers.get('cache-control')]).toEqual([
      503,
      null,
      'no-store',
    ]);
    expect(await answer.json()).toMatchObject({ code: 'unavailable' });
  });

  it('before the first byte of a large one: likewise', async () => {
    await startBroken(1, (_request, answer) => {
      answer.writeHead(200, { 'content-length': 1_000_000, 'content-encoding': 'br', etag: '"a"' }).flushHeaders();
      setTimeout(() => answer.destroy(), 50);
    });
    const answer = await fetch(gateway.url + small);
    const names = ['etag', 'content-encoding', 'retry-after', 'content-type'];
    const headers = names.map((name) => answer.headers.get(name));
    expect([answer.status, ...headers]).toEqual([503, null, null, '1', 'application/problem+json; charset=utf-8']);
    expect(await answer.json()).toMatchObject({ code: 'unavailable' });
  });

  it('in the middle of a large one: the connection ends', async () => {
    await startBroken(1, (_request, answer) => {
      answer.writeHead(200, { 'content-length': 1_000_000 });
      answer.write(Buffer.alloc(200_000), () => setImmediate(() => answer.destroy()));
    });
    const { statuses, closed } = await sendRaw(gateway.url, get(), 5000);
    expect([statuses, closed]).toEqual([[200], true]);
    expect((await fetch(gateway.url + small)).status).toBe(200);
  });
});

it('a caller who goes away ends a large answer at the service, which sends no more than buffers take meanwhile', async () => {
  const size = 64 * 2 ** 20;
  let sent = 0;
  const ended = Promise.withResolvers<boolean>();
  await start((_request, answer) => {
    answer.writeHead(200, { 'content-length': size });
    const more = () => {
      while (sent < size) {
        sent += 65_536;
        if (!answer.write(Buffer.alloc(65_536))) return answer.once('drain', more);
      }
      return answer.end();
    };
    more();
    answer.once('close', () => ended.resolve(answer.writableFinished));
  });
  const socket = await openSocket(gateway.url);
  socket.pause().write(get());
  let last = -1;
  // It comes to rest: nobody reads.
  await expect
    .poll(
      () => {
        const rests = sent === last && sent > 0;
        last = sent;
        return rests;
      },
      { interval: 300, timeout: 10_000 },
    )
    .toBe(true);
  expect(sent).toBeLessThan(size / 2);
  socket.destroy();
  expect(await ended.promise).toBe(false);
});

it.each([
  ['/uploads/a%2f..%2fb', 400, undefined],
  ['/uploads/a..%2fb', 400, undefined],
  ['/%72emotes/resident/a.js', 404, undefined],
  ['/remotes/resident/%68ealth/live', 404, undefined],
  ['/remotes/resident/a.js', 200, '/a.js'],
  ['/uploads/a..b.webp?x=..', 200, '/uploads/a..b.webp?x=..'],
  ['/uploads/a%20b"<c>.webp?q="', 200, '/uploads/a%20b%22%3Cc%3E.webp?q="'],
])('%s: %i, and reaches the service as the URL standard writes it', async (path, status, seen) => {
  let url: string | undefined;
  await start((request, answer) => {
    url = request.url;
    answer.end('well');
  });
  const { statuses } = await sendRaw(gateway.url, get('', path));
  expect([statuses, url]).toEqual([[status], seen]);
});
