import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { connect as connectHttp2 } from 'node:http2';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { connect } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { childEnvironment } from '../../infra/config.ts';
import { type Child, startProgram, until } from '../../infra/processes/children.ts';
import { accepts, freePorts } from '../../infra/processes/ports.ts';
import { run } from '../../infra/processes/run-program.ts';
import { findCaddy } from '../../testing/deploy/caddy.ts';

const found = await findCaddy();
const caddy = 'caddy' in found ? found.caddy : null;
if ('missing' in found) console.log(`The edge is not tested: there is no Caddy here (${found.missing}).`);

const host = 'localhost';
const upstream = createServer(async (asked, answer) => {
  const body = await text(asked).catch(() => '');
  answer.end(JSON.stringify({ headers: asked.headers, size: body.length }));
});
interface Seen {
  headers: IncomingHttpHeaders;
  size: number;
}

describe.skipIf(caddy === null)('the edge', () => {
  let folder: string;
  let edge: Child;
  let ports: Record<'http' | 'https', number>;
  const env = () => ({
    ...childEnvironment(),
    PUBLIC_URL: `https://${host}:${ports.https}`,
    HTTP_PORT: String(ports.http),
    HTTPS_PORT: String(ports.https),
    UPSTREAM: `127.0.0.1:${(upstream.address() as AddressInfo).port}`,
    // Certificates and keys; nothing of this machine's is touched.
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
  });
  const configuration = ['--config', 'infra/compose/Caddyfile', '--adapter', 'caddyfile'];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tma-edge-'));
    ports = await freePorts(['http', 'https']);
    upstream.listen(0, '127.0.0.1');
    await once(upstream, 'listening');
    const hurried = (await readFile('infra/compose/Caddyfile', 'utf8')).replace('read_header 10s', 'read_header 1s');
    await writeFile(join(folder, 'Caddyfile'), hurried);
    const options = ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'];
    edge = startProgram(caddy ?? '', options, { env: env() });
    await until('caddy', edge, () => accepts(ports.https), 30_000);
  });
  afterAll(async () => {
    await edge?.stop();
    upstream.close();
    await rm(folder, { recursive: true, force: true });
  });

  const ask = async (body: string, headers: Record<string, string> = {}) => {
    const asked = request({ host, port: ports.https, method: 'POST', headers, rejectUnauthorized: false }).end(body);
    const [answer] = await once(asked, 'response');
    return { status: answer.statusCode, headers: answer.headers, body: await text(answer) };
  };

  it('has a configuration that Caddy finds valid, also with the defaults of compose', async () => {
    const { HTTP_PORT: _http, HTTPS_PORT: _https, UPSTREAM: _upstream, ...production } = env();
    const given = { ...production, PUBLIC_URL: 'https://reports.example.gov' };
    for (const one of [env(), given])
      expect(await run(caddy ?? '', ['validate', ...configuration], { env: one })).toMatchObject({ code: 0 });
  });

  it('hands a request on, and says itself where it came from', async () => {
    const { status, headers, body } = await ask('hello', { 'x-forwarded-for': '203.0.113.7' });
    const seen = JSON.parse(body) as Seen;
    expect([status, seen.size]).toEqual([200, 5]);
    expect(seen.headers['x-forwarded-for']).toMatch(/^(127\.0\.0\.1|::1)$/);
    expect(seen.headers['x-forwarded-proto']).toBe('https');
    // HTTP/3 is offered on the same port.
    expect(headers['alt-svc']).toContain(`h3=":${ports.https}"`);
  });

  it('speaks HTTP/2', async () => {
    const session = connectHttp2(`https://${host}:${ports.https}`, { rejectUnauthorized: false });
    const stream = session.request({ ':path': '/' }).end();
    const [headers] = await once(stream, 'response');
    expect([headers[':status'], session.alpnProtocol]).toEqual([200, 'h2']);
    session.destroy();
  });

  it('leads from http to https', async () => {
    const answer = await fetch(`http://${host}:${ports.http}/signin`, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([308, `https://${host}/signin`]);
  });

  it('refuses a body or headers that are too large', async () => {
    // What the portal allows passes: a picture and a document of 10 MB each.
    expect((await ask('x'.repeat(21_000_000))).status).toBe(200);
    const refused = await ask('x'.repeat(25_000_000)).catch((error: NodeJS.ErrnoException) => ({ status: error.code }));
    expect(refused.status).not.toBe(200);
    expect((await ask('', { cookie: 'x'.repeat(40_000) })).status).toBe(431);
  });

  it('ends the connection of who sends headers slowly', async () => {
    const socket = connect({ host, servername: host, port: ports.https, rejectUnauthorized: false });
    await once(socket, 'secureConnect');
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n');
    socket.resume();
    await once(socket, 'end');
    socket.destroy();
  });
});
