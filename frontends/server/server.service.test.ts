import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { childEnvironment } from '../../infra/config.ts';
import { until, watch } from '../../infra/processes/children.ts';
import { freePorts } from '../../infra/processes/ports.ts';

const script = fileURLToPath(new URL('./main.ts', import.meta.url));
let folder: string;
let ports: { shell: number; off: number; remote: number; reports: number };
let servers: ChildProcess[];
/** Stands in for the service reports, when it answers that it was called too often. */
let reports: Server;
/** Who asked it, as it was told. */
const callers: unknown[] = [];
const limit = { 'retry-after': '7', 'ratelimit-limit': '60', ratelimit: '"records";r=0;t=7' };

const contact = { CONTACT_PHONE: '+92 937 1', CONTACT_ADDRESS: 'Hall "A" <1 & 2>' };
const start = (port: number, flags: string[], settings: Record<string, string> = contact) =>
  spawn(process.execPath, [script, '--root', folder, ...flags], {
    env: { ...childEnvironment(), PORT: String(port), ...settings },
  });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tma-static-'));
  await mkdir(join(folder, 'assets'));
  const files = {
    'home.html': '<!doctype html><title>Home</title><a href="tel:{dial}">{phone}</a><p title="{address}">{address}</p>',
    'signin.html': '<!doctype html><title>Sign In</title><style>p{margin:0}</style>',
    'home.ur.html': '<!doctype html><html lang="ur"><title>صفحۂ اول</title><style>p{line-height:2}</style>{phone}',
    'signin.ur.html': '<!doctype html><title>لاگ ان</title>',
    'not-found.ur.html': '<!doctype html><title>صفحہ نہیں ملا</title>',
    'userDashboard.html': '<!doctype html><title>Dashboard</title>',
    'not-found.html': '<!doctype html><title>Not found</title>',
    'mf-manifest.json': '{}',
    'favicon.svg': '<svg/>',
    'r-reference.html': '<!doctype html><title>Report</title>',
    'record-words.en.json': '{}',
    'worker.js': 'keeps',
    'worker-off.js': 'leaves',
    'assets/main.0123abcd.js': 'plain',
    'assets/main.0123abcd.js.br': 'compressed',
  };
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  ports = await freePorts(['shell', 'off', 'remote', 'reports']);
  reports = createServer(({ headers }, answer) => {
    callers.push(headers['x-forwarded-for']);
    answer.writeHead(429, { ...limit, 'x-other': '1' }).end('{}');
  });
  reports.listen(ports.reports, '127.0.0.1');
  servers = [
    start(ports.shell, ['--pages'], { ...contact, REPORTS_URL: `http://127.0.0.1:${ports.reports}` }),
    start(ports.off, ['--pages'], { SERVICE_WORKER: 'off' }),
    start(ports.remote, []),
  ];
  for (const port of [ports.shell, ports.off, ports.remote]) {
    await until('static', null, async () => (await fetch(`http://127.0.0.1:${port}/health/ready`)).ok);
  }
});
afterAll(async () => {
  await Promise.all(servers.map((server) => watch(server).stop()));
  reports.close();
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
    ['/', 200, 'Home'],
    ['/userDashboard', 200, 'Dashboard'],
    ['/signin?next=1', 200, 'Sign In'],
    ['/nothing-here', 404, 'Not found'],
    ['/userDashboard/more', 404, 'Not found'],
    ['/home.html', 404, 'Not found'],
  ])('answers %s with %i and the page drawn for it', async (path, status, title) => {
    const answer = await ask(ports.shell, path, browser);
    expect(answer).toMatchObject({ status, body: expect.stringContaining(`<title>${title}<`) });
    expect(answer.headers['cache-control']).toBe('no-cache');
  });

  it.each(['/', '/nothing-here', '/worker.js', '/assets/main.0123abcd.js', '/assets/none.js'])(
    'has browsers take %s for what it says that it is',
    async (path) => {
      expect((await ask(ports.shell, path, browser)).headers['x-content-type-options']).toBe('nosniff');
    },
  );

  it('has an icon for documents that name none', async () => {
    const icon = await ask(ports.shell, '/favicon.ico', { accept: 'image/*,*/*;q=0.8' });
    expect(icon).toMatchObject({ status: 200, headers: { 'content-type': 'image/svg+xml' }, body: '<svg/>' });
  });

  it('fills in how the administration is reached, whatever its words hold', async () => {
    const { body } = await ask(ports.shell, '/', browser);
    const address = 'Hall &quot;A&quot; &lt;1 &amp; 2&gt;';
    expect(body).toContain(`<a href="tel:+929371">+92 937 1</a><p title="${address}">${address}</p>`);
  });

  it('sends a page compressed to who takes that, and not again to who has it', async () => {
    const { headers } = await ask(ports.shell, '/', { ...browser, 'accept-encoding': 'gzip, br' });
    expect(headers).toMatchObject({
      'content-encoding': 'br',
      vary: 'Cookie, Accept-Language, Accept-Encoding',
    });
    const again = await ask(ports.shell, '/', { ...browser, 'if-none-match': String(headers.etag) });
    expect(again).toMatchObject({ status: 304, body: '' });
  });

  it.each<[string, string | undefined]>([
    ['br;q=0, gzip', 'gzip'],
    ['BR; q=0.5, gzip;q=0.000', 'br'],
    ['gzip;q=0, br; q=0', undefined],
  ])('sends a page in no coding that is refused: %s', async (accepted, coding) => {
    const { headers } = await ask(ports.shell, '/', { ...browser, 'accept-encoding': accepted });
    expect(headers['content-encoding']).toBe(coding);
  });

  it('allows the one style sheet that stands in a page, and no script that is not a file', async () => {
    const policy = String((await ask(ports.shell, '/signin', browser)).headers['content-security-policy']);
    const hash = createHash('sha256').update('p{margin:0}').digest('base64');
    expect(policy).toContain(`style-src 'self' 'sha256-${hash}';`);
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("require-trusted-types-for 'script'");
  });

  it('lets a page ask nothing of another origin, and send nothing there', async () => {
    const policy = String((await ask(ports.shell, '/signin', browser)).headers['content-security-policy']);
    const directives = policy.split('; ').map((directive) => directive.split(' '));
    // What is not named goes by `default-src`, but for these two, which it does not cover.
    expect(directives).toContainEqual(['default-src', "'self'"]);
    expect(directives).toContainEqual(['form-action', "'self'"]);
    expect(directives).toContainEqual(['base-uri', "'none'"]);
    const sources = directives
      .filter(([name]) => /-(src|action|ancestors|uri)$/.test(name ?? ''))
      .flatMap(([, ...of]) => of);
    expect(sources.filter((source) => !/^('self'|'none'|data:|blob:|'sha256-[\w+/=]+')$/.test(source))).toEqual([]);
  });

  it('sends another page once a build has put one in its place', async () => {
    await writeFile(join(folder, 'signin.html'), '<!doctype html><title>Come in</title>');
    expect((await ask(ports.shell, '/signin', browser)).body).toContain('Come in');
  });

  it.each(['shell', 'off'] as const)('has the service worker asked for each time: %s', async (which) => {
    const { status, headers, body } = await ask(ports[which], '/worker.js');
    expect([status, body]).toEqual([200, which === 'off' ? 'leaves' : 'keeps']);
    expect(headers).toMatchObject({
      'cache-control': 'no-cache',
      'content-type': expect.stringContaining('javascript'),
      'content-security-policy': "default-src 'self'",
    });
  });

  it('says of a record of which too much was asked when it can be asked for again, as the service says it', async () => {
    const { status, headers } = await ask(ports.shell, '/r/TMA-7CV3X4JW', browser);
    expect([status, headers]).toEqual([429, expect.objectContaining(limit)]);
    expect(headers['x-other']).toBeUndefined();
  });

  it('tells who asks for a record, which nobody says of themselves', async () => {
    callers.length = 0;
    for (const said of ['203.0.113.7', '198.51.100.1, 203.0.113.7'])
      await ask(ports.shell, '/r/TMA-7CV3X4JW', { ...browser, 'x-forwarded-for': said });
    await ask(ports.shell, '/r/TMA-7CV3X4JW', browser);
    expect(callers).toEqual(['203.0.113.7', '203.0.113.7', '127.0.0.1']);
  });

  it('answers a program that asks for what is not there as a problem', async () => {
    const { status, headers, body } = await ask(ports.shell, '/nothing-here', { accept: 'application/json' });
    expect(status).toBe(404);
    expect(headers['content-type']).toContain('application/problem+json');
    expect(JSON.parse(body)).toMatchObject({ status: 404, code: 'not_found' });
  });

  it('says nothing of its files where one is missing', async () => {
    const { status, headers, body } = await ask(ports.shell, '/about', browser);
    expect([status, headers['content-type']]).toEqual([500, expect.stringContaining('application/problem+json')]);
    expect(JSON.parse(body)).toMatchObject({ status: 500, code: 'internal' });
    expect(body).not.toMatch(/ENOENT|html/);
  });

  it('answers HEAD as GET, without a body', async () => {
    expect(await ask(ports.shell, '/signin', browser, 'HEAD')).toMatchObject({ status: 200, body: '' });
    expect(await ask(ports.shell, '/assets/main.0123abcd.js', {}, 'HEAD')).toMatchObject({ status: 200, body: '' });
  });
});

describe('the language of a document', () => {
  const inUrdu = 'صفحۂ اول';
  it.each([
    ['nothing', {}, 'Home'],
    ['the cookie', { cookie: 'lang=ur' }, inUrdu],
    ['the cookie before the browser', { cookie: 'a=1; lang=en; b=2', 'accept-language': 'ur' }, 'Home'],
    ['the browser, where the cookie names no language', { cookie: 'lang=xx', 'accept-language': 'ur-PK,en' }, inUrdu],
    ['what the browser wants most', { 'accept-language': 'en;q=0.5, ur;q=0.7, fr' }, inUrdu],
    ['not what the browser refuses', { 'accept-language': 'ur;q=0, pa' }, 'Home'],
  ])('is that of %s', async (_what, asked, title) => {
    const { status, headers, body } = await ask(ports.shell, '/', { ...browser, ...asked });
    expect([status, body]).toEqual([200, expect.stringContaining(`<title>${title}</title>`)]);
    expect(headers.vary).toMatch(/^Cookie, Accept-Language\b/);
  });

  it('each has a tag of its own: who has one is sent the other', async () => {
    const tagOf = async (cookie: string) =>
      String((await ask(ports.shell, '/', { ...browser, cookie }, 'HEAD')).headers.etag);
    const [english, urdu] = [await tagOf('lang=en'), await tagOf('lang=ur')];
    expect(urdu).not.toBe(english);
    const known = (cookie: string, tag: string, method = 'GET') =>
      ask(ports.shell, '/', { ...browser, cookie, 'if-none-match': tag }, method);
    for (const [cookie, own, other] of [
      ['lang=en', english, urdu],
      ['lang=ur', urdu, english],
    ] as const) {
      for (const method of ['GET', 'HEAD']) {
        expect((await known(cookie, other, method)).status).toBe(200);
        for (const tag of [own, `"x", ${own}`, own.replace('W/', '')]) {
          const answer = await known(cookie, tag, method);
          expect(answer).toMatchObject({ status: 304, body: '', headers: { etag: own } });
          expect(answer.headers.vary).toMatch(/^Cookie, Accept-Language\b/);
        }
      }
    }
  });

  it('is also that of a page that is not there, and of its style', async () => {
    const answer = await ask(ports.shell, '/nothing-here', { ...browser, cookie: 'lang=ur' });
    expect(answer).toMatchObject({ status: 404, body: expect.stringContaining('صفحہ نہیں ملا') });
    expect(answer.headers.vary).toMatch(/^Cookie, Accept-Language\b/);
    const hash = createHash('sha256').update('p{line-height:2}').digest('base64');
    const { headers, body } = await ask(ports.shell, '/', { ...browser, cookie: 'lang=ur' });
    expect(headers['content-security-policy']).toContain(`style-src 'self' 'sha256-${hash}';`);
    expect(body).toContain('+92 937 1');
  });

  it('has no address of its own', async () => {
    expect((await ask(ports.shell, '/home.ur.html', browser)).status).toBe(404);
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
