import { createServer, type Server } from 'node:net';
import { createLog } from '@tma/kit';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { buildApp } from '../../gateway/app.ts';
import { loadConfig as readConfig } from '../../gateway/config.ts';
import { itStillAnswers } from '../../testing/guards/operations.ts';
import { closing, sendRaw } from '../../testing/guards/raw-http.ts';
import { ambiguous, hidden, plain } from '../../testing/guards/smuggling.ts';

const portal = inject('portal');

/** A service that answers whatever comes, and keeps every byte of it; in front of it the gateway. */
let service: Server;
let heard = '';
let gateway: Awaited<ReturnType<typeof buildApp>>;
let url: string;
beforeAll(async () => {
  service = createServer((socket) => {
    socket.setEncoding('latin1').on('error', () => socket.destroy());
    socket.on('data', (bytes: string) => {
      heard += bytes;
      if (/\r\n\r\n/.test(bytes))
        socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\nok');
    });
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const { port } = service.address() as { port: number };
  const names = ['AUTH', 'REPORTS', 'FILES', 'NOTIFY', 'OPEN311', 'SHELL', 'RESIDENT', 'ADMIN'];
  const urls = Object.fromEntries(names.map((name) => [`${name}_URL`, `http://127.0.0.1:${port}`]));
  const config = readConfig({ NODE_ENV: 'test', PORT: '0', PUBLIC_URL: 'http://portal.test', ...urls });
  gateway = await buildApp(config, createLog('gateway', 'silent'));
  url = await gateway.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await gateway.close();
  service.close();
});
beforeEach(() => {
  heard = '';
});

const requestsIn = (bytes: string) => [...bytes.matchAll(/^[A-Z]+ \S+ HTTP\/1\.1\r$/gm)].length;

describe('what can be read in two ways is refused, and nothing after it is read', () => {
  it.each(ambiguous)('%s', async (_what, bytes) => {
    const told = await sendRaw(url, bytes, 1500);
    expect([told.statuses, told.closed]).toEqual([[400], true]);
    expect(heard).not.toContain('hidden');
    // A head that was whole may have been handed on before its body turned out to be none; never a second one.
    expect(requestsIn(heard)).toBeLessThanOrEqual(1);
  });

  it('the portal as it runs says so, too', async () => {
    for (const [what, bytes] of ambiguous) {
      const told = await sendRaw(portal.portal, bytes, 5000);
      expect([what, told.statuses, told.closed]).toEqual([what, [400], true]);
    }
  });
});

describe('what can be read in one way is one request', () => {
  it.each(plain)('%s', async (_what, bytes) => {
    const { statuses } = await sendRaw(url, bytes, 300);
    expect(statuses).toEqual([200]);
    // A body may say what it likes; a request line has a head of its own.
    const [head = ''] = heard.split('\r\n\r\n');
    expect(requestsIn(head)).toBe(1);
    expect(head).not.toMatch(/^(upgrade|http2-settings|trailer|x-forwarded-host):/im);
    expect(head).toMatch(/^x-forwarded-for: (::ffff:)?127\.0\.0\.1\r$/im);
    expect(head).toMatch(/^host: 127\.0\.0\.1:\d+\r$/im);
  });

  it('requests in one go are answered one by one, in order', async () => {
    const request = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
    const before = ['/auth/v1/health', '/nowhere', '/auth/v1/settings'].map(request).join('');
    const told = await sendRaw(portal.portal, before + closing(request('/api/config')));
    expect(told.statuses).toEqual([200, 404, 200, 200]);
    const many = await sendRaw(portal.portal, hidden.repeat(199) + closing(hidden), 3000);
    expect(many.statuses).toEqual(Array(200).fill(200));
  });
});

itStillAnswers(portal);
