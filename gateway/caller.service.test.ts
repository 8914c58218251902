import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { urlVariable } from '@tma/contracts';
import { createLog } from '@tma/kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from './app.ts';
import { loadConfig, upstreamNames } from './config.ts';

/** A service that answers with the headers it got. */
let service: Server;
let url: string;
beforeAll(async () => {
  service = createServer((request, answer) => {
    answer.setHeader('content-type', 'application/json');
    answer.end(JSON.stringify(request.headers));
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
});
afterAll(() => service.close());

const headersAtService = async (trusted: string, remoteAddress: string, headers: Record<string, string>) => {
  const config = loadConfig({
    NODE_ENV: 'test',
    PORT: '0',
    PUBLIC_URL: 'http://portal.test',
    TRUST_PROXY: trusted,
    ...Object.fromEntries(upstreamNames.map((name) => [urlVariable(name), url])),
  });
  const app = await buildApp(config, createLog('gateway', 'silent'));
  try {
    const answer = await app.inject({ url: '/api/gettehsils', remoteAddress, headers });
    return answer.json() as Record<string, string>;
  } finally {
    await app.close();
  }
};

describe("the caller's address, as services get it", () => {
  it.each([
    ['nobody is trusted: the connection counts', '', '198.51.100.7', '203.0.113.1', '198.51.100.7'],
    ['the proxy is trusted: what it says counts', '198.51.100.7', '198.51.100.7', '203.0.113.1', '203.0.113.1'],
    ['a range is trusted', '198.51.100.0/24', '198.51.100.7', '203.0.113.1', '203.0.113.1'],
    [
      'what the caller wrote before the proxy does not',
      '198.51.100.7',
      '198.51.100.7',
      '9.9.9.9, 203.0.113.1',
      '203.0.113.1',
    ],
    ['another address pretends to be behind the proxy', '198.51.100.7', '198.51.100.8', '203.0.113.1', '198.51.100.8'],
    ['two proxies in a row', '198.51.100.7,10.0.0.1', '198.51.100.7', '203.0.113.1, 10.0.0.1', '203.0.113.1'],
  ])('%s', async (_what, trusted, from, forwarded, expected) => {
    const others = { forwarded: 'for=8.8.8.8', 'x-real-ip': '8.8.8.8', 'x-forwarded-host': 'evil.example' };
    const headers = await headersAtService(trusted, from, { 'x-forwarded-for': forwarded, ...others });
    expect(headers['x-forwarded-for']).toBe(expected);
    expect(Object.keys(headers).filter((name) => name in others)).toEqual([]);
  });
});
