import { afterAll, describe, expect, it } from 'vitest';
import { sendRaw } from '../../testing/guards/raw-http.ts';
import { startGateway } from '../testing/index.ts';

const gateway = await startGateway((request, answer) => {
  request.resume().on('end', () => answer.end(JSON.stringify(request.headers)));
});
afterAll(() => gateway.stop());

const last = 'GET /auth/v1/health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';

/** The status of a call, and the names of the headers that a service got. A second request ends the connection. */
async function forwarded(lines: readonly string[], body?: string) {
  const head = body === undefined ? 'GET /auth/v1/health' : 'POST /auth/v1/recover';
  const length = body === undefined ? [] : ['Content-Type: application/json', `Content-Length: ${body.length}`];
  const request = [`${head} HTTP/1.1`, 'Host: localhost', ...length, ...lines, '', body ?? ''].join('\r\n');
  const { text, statuses } = await sendRaw(gateway.url, request + last, 10_000);
  const [answer = '{}'] = /\{[^}]*\}/.exec(text) ?? [];
  return { status: statuses.find((each) => each >= 200), statuses, names: Object.keys(JSON.parse(answer) as object) };
}

/** What a caller says to the next one on the way alone (RFC 9110, 7.6.1). */
const hopByHop = [
  ['Keep-Alive', 'timeout=5'],
  ['Keep-Alive', 'timeout=5, max=1000'],
  ['Upgrade', 'h2c'],
  ['Upgrade', 'websocket'],
  ['Upgrade', 'TLS/1.0, HTTP/2.0'],
  ['HTTP2-Settings', 'AAMAAABkAAQ'],
  ['Proxy-Connection', 'keep-alive'],
  ['Proxy-Authorization', 'Basic eDp5'],
  ['Proxy-Authenticate', 'Basic'],
  ['TE', 'trailers, deflate'],
  ['Trailer', 'X-Checksum'],
  ['Expect', '100-continue'],
  ['Expect', 'anything'],
] as const;

describe.each([
  ['a call without a body', undefined],
  ['a call with a body', '{}'],
])('%s', (_what, body) => {
  it.each(hopByHop)('%s: %s is not handed on, and the call is answered', async (name, value) => {
    const line = `${name}: ${value}`;
    for (const lines of [
      [line],
      [line, `Connection: ${name}`],
      [`Connection: keep-alive, ${name.toLowerCase()}`, line],
    ]) {
      const { status, names } = await forwarded(lines, body);
      expect([lines, status]).toEqual([lines, 200]);
      expect(names).not.toContain(name.toLowerCase());
    }
  });

  it.each([
    'content-length',
    'host',
    'x-request-id',
    'x-forwarded-for',
    'transfer-encoding',
    'connection',
    'x-any',
    '',
  ])('Connection: %s takes nothing away that a service needs', async (name) => {
    const { status, names } = await forwarded(['X-Any: 1', `Connection: ${name}`], body);
    expect(status).toBe(200);
    expect(names).toEqual(expect.arrayContaining(['host', 'x-request-id', 'x-forwarded-for']));
    expect(names.includes('x-any')).toBe(name !== 'x-any');
  });
});

it.each(['Connection: Upgrade', 'X-Any: 1'])('nothing that comes behind an Upgrade with %s is read', async (line) => {
  for (const body of [undefined, '{}']) {
    expect((await forwarded(['Upgrade: websocket', line], body)).statuses).toEqual([200]);
  }
});

it('more headers than any browser sends are refused', async () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => `X-${index}: 1`);
  expect((await forwarded(many(99))).status).toBe(200);
  for (const count of [100, 101, 1500]) expect((await forwarded(many(count))).status).toBe(431);
  expect((await forwarded(many(1500), '{}')).status).toBe(431);
});

it.each([
  ['what is there', 'GET /health/live', 200, ''],
  ['what is not', 'PUT /nothing', 404, ''],
  ['too long a name', `PUT /reports/${'a'.repeat(301)}`, 404, ''],
  ['no text', 'GET /%ff', 400, ''],
  ['too large a head', 'GET /', 431, `X-Long: ${'a'.repeat(20_000)}\r\n`],
  ['no HTTP', 'GET /', 400, 'no header\r\n'],
])(
  'behind https also the answer to %s says that the portal is asked for by nothing else',
  async (_what, call, status, line) => {
    const secure = await startGateway((_request, answer) => answer.end(), {}, { PUBLIC_URL: 'https://portal.test' });
    const bytes = `${call} HTTP/1.1\r\nHost: localhost\r\n${line}Connection: close\r\n\r\n`;
    const said = /^strict-transport-security: max-age=31536000; includeSubDomains\r$/gm;
    try {
      const { statuses, text } = await sendRaw(secure.url, bytes, 10_000);
      expect([statuses, text.match(said)]).toEqual([[status], [expect.any(String)]]);
      expect((await sendRaw(gateway.url, bytes, 10_000)).text).not.toMatch(said);
    } finally {
      await secure.stop();
    }
  },
);
