import { describe, expect, it, onTestFinished } from 'vitest';
import { startGateway } from './testing/index.ts';

/** The headers that a service gets. */
async function headersAtService(trusted: string, remoteAddress: string, headers: Record<string, string>) {
  const gateway = await startGateway(
    (request, answer) => answer.end(JSON.stringify(request.headers)),
    {},
    { TRUST_PROXY: trusted },
  );
  onTestFinished(gateway.stop);
  const answer = await gateway.app.inject({ url: '/api/gettehsils', remoteAddress, headers });
  return answer.json() as Record<string, string>;
}

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
