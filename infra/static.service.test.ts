import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until, watch } from './children.ts';
import { childEnvironment } from './config.ts';
import { freePorts } from './ports.ts';

const script = fileURLToPath(new URL('./static.ts', import.meta.url));
let folder: string;
let ports: { shell: number; remote: number };
let servers: ChildProcess[];

const start = (port: number, ...flags: string[]) =>
  spawn(process.execPath, [script, '--root', folder, ...flags], { env: { ...childEnvironment(), PORT: String(port) } });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tma-static-'));
  await mkdir(join(folder, 'assets'));
  const files = {
    'index.html': '<!doctype html><title>Home</title>',
    'mf-manifest.json': '{}',
    'assets/main.0123abcd.js': 'plain',
    'assets/main.0123abcd.js.br': 'compressed',
  };
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  ports = await freePorts(['shell', 'remote']);
  servers = [start(ports.shell, '--pages'), start(ports.remote)];
  for (const port of Object.values(ports)) {
    await until('static', null, async () => (await fetch(`http://127.0.0.1:${port}/health/ready`)).ok, 10_000);
  }
});
afterAll(async () => {
  await Promise.all(servers.map((server) => watch(server).stop()));
  await rm(folder, { recursive: true, force: true });
});

/** A plain request: `fetch` would unpack what is compressed. */
const ask = (port: number, path: string, headers: Record<string, string> = {}, method = 'GET') =>
  new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: string }>((resolve, reject) => {
    const call = request({ host: '127.0.0.1', port, path, headers, method }, async (answer) => {
      let body = '';
      for await (const chunk of answer) body += chunk;
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body });
    });
    call.on('error', reject).end();
  });
const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

describe('the server of the shell', () => {
  it.each([
    ['/', browser, 200],
    ['/userDashboard', browser, 200],
    ['/signin?next=1', browser, 200],
    ['/nothing-here', browser, 404],
    ['/userDashboard/more', browser, 404],
  ])('answers %s with the page, and the status that is true', async (path, headers, status) => {
    const answer = await ask(ports.shell, path, headers);
    expect(answer).toMatchObject({ status, body: expect.stringContaining('<title>Home') });
    expect(answer.headers['cache-control']).toBe('no-cache');
  });

  it('answers a program that asks for what is not there as a problem', async () => {
    const { status, headers, body } = await ask(ports.shell, '/nothing-here', { accept: 'application/json' });
    expect(status).toBe(404);
    expect(headers['content-type']).toContain('application/problem+json');
    expect(JSON.parse(body)).toMatchObject({ status: 404, code: 'not_found' });
  });

  it('answers HEAD as GET, without a body', async () => {
    expect(await ask(ports.shell, '/about', browser, 'HEAD')).toMatchObject({ status: 200, body: '' });
    expect(await ask(ports.shell, '/assets/main.0123abcd.js', {}, 'HEAD')).toMatchObject({ status: 200, body: '' });
  });
});

describe('the server of a remote', () => {
  it('lets a file whose name holds its hash be kept for good, and sends it compressed to who takes that', async () => {
    const answer = await ask(ports.remote, '/assets/main.0123abcd.js', { 'accept-encoding': 'br, gzip' });
    expect(answer).toMatchObject({ status: 200, body: 'compressed' });
    expect(answer.headers).toMatchObject({
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': expect.stringContaining('javascript'),
    });
    expect((await ask(ports.remote, '/assets/main.0123abcd.js')).body).toBe('plain');
  });

  it('has its manifest asked for each time, and knows no pages', async () => {
    expect((await ask(ports.remote, '/mf-manifest.json')).headers['cache-control']).toBe('no-cache');
    expect((await ask(ports.remote, '/userDashboard', browser)).status).toBe(404);
  });

  it.each(['/../package.json', '/%2e%2e/package.json', '/..%2fpackage.json'])('keeps %s inside', async (path) => {
    expect((await ask(ports.remote, path)).status).toBeGreaterThanOrEqual(400);
  });
});
