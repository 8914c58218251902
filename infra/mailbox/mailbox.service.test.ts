import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { childEnvironment } from '../config.ts';
import { until, watch } from '../processes/children.ts';
import { freePorts } from '../processes/ports.ts';

const script = fileURLToPath(new URL('./main.ts', import.meta.url));
let folder: string;
let ports: { page: number; smtp: number };
let mailbox: ChildProcess;

const start = (env: Record<string, string> = {}) =>
  spawn(process.execPath, [script], {
    env: {
      ...childEnvironment(),
      PORT: String(ports.page),
      SMTP_PORT: String(ports.smtp),
      MAILBOX_DIR: folder,
      ...env,
    },
  });
const url = (path: string) => `http://127.0.0.1:${ports.page}${path}`;
const isUp = () => until('mailbox', null, async () => (await fetch(url('/health/ready'))).ok);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tma-mailbox-'));
  // As earlier versions made it.
  await chmod(folder, 0o755);
  ports = await freePorts(['page', 'smtp']);
  mailbox = start();
  await isUp();
});
afterAll(async () => {
  await watch(mailbox).stop();
  await rm(folder, { recursive: true, force: true });
});

/** One mail by hand: the words of RFC 5321. */
async function send(to: string, lines: readonly string[], answer = '250') {
  const socket = connect(ports.smtp, '127.0.0.1');
  const answers = createInterface({ input: socket })[Symbol.asyncIterator]();
  const expectCode = async (code: string) => {
    for (;;) {
      const { value } = await answers.next();
      expect(value).toMatch(new RegExp(`^${code}`));
      if (value?.[3] === ' ') return;
    }
  };
  await expectCode('220');
  for (const [line, code] of [
    ['EHLO test', '250'],
    ['MAIL FROM:<office@example.com>', '250'],
    [`RCPT TO:<${to}>`, '250'],
    ['DATA', '354'],
    [[...lines, '.'].join('\r\n'), answer],
  ] as const) {
    socket.write(`${line}\r\n`);
    await expectCode(code);
  }
  socket.end();
}

const read = async (to: string) => (await (await fetch(url(`/messages?to=${to}`))).json()) as Record<string, unknown>[];

it('keeps what it accepted, also through kill -9, and shows it newest first', async () => {
  await send('sana@example.com', ['Subject: first', '', 'one']);
  await send('Sana@Example.com', [
    'Subject: =?utf-8?B?w6l0w6k=?=',
    'X-Kind: test',
    'Content-Type: text/html',
    '',
    '<b>two</b>',
  ]);
  const gone = once(mailbox, 'exit');
  mailbox.kill('SIGKILL');
  await gone;
  mailbox = start();
  await isUp();
  const mails = await read('sana@example.com');
  expect(mails.map(({ subject }) => subject)).toEqual(['été', 'first']);
  expect(mails[0]).toMatchObject({ from: 'office@example.com', html: expect.stringContaining('<b>two</b>') });
  expect(mails[0]?.headers).toMatchObject({ 'x-kind': 'test' });
});

it('keeps them where no other user of the machine reads them', async () => {
  expect((await stat(folder)).mode & 0o077).toBe(0);
});

it("shows a mail's HTML only where it can do nothing", async () => {
  await send('x@example.com', [
    'Subject: <script>1</script>',
    'Content-Type: text/html',
    '',
    '<script>alert(1)</script>',
  ]);
  const [mail] = await read('x@example.com');
  const page = await (await fetch(url(`/mail/${mail?.id}`))).text();
  expect(page).not.toContain('<script>');
  expect(page).toContain('sandbox=');
  const body = await fetch(url(`/mail/${mail?.id}/body`));
  expect(body.headers.get('content-security-policy')).toMatch(/^sandbox[^;]*; default-src 'none'/);
  expect(body.headers.get('content-security-policy')).not.toMatch(/allow-scripts|allow-same-origin/);
});

it('answers a browser that asks for an icon', async () => {
  expect((await fetch(url('/favicon.ico'))).status).toBe(204);
});

it('finds mails to an address with a plus, encoded or not', async () => {
  await send('sana+tma@example.com', ['Subject: plus', '', '']);
  for (const to of ['sana+tma@example.com', encodeURIComponent('Sana+TMA@example.com')])
    expect(await read(to)).toMatchObject([{ to: 'sana+tma@example.com', subject: 'plus' }]);
});

it('forgets everything on DELETE /messages', async () => {
  await send('y@example.com', ['Subject: soon gone', '', '']);
  await fetch(url('/messages'), { method: 'DELETE' });
  expect(await read('y@example.com')).toEqual([]);
});

it('refuses a mail of more than 5 MB and keeps nothing of it', async () => {
  await send('z@example.com', ['Subject: big', '', ...Array(60_000).fill('x'.repeat(98))], '552');
  expect(await read('z@example.com')).toEqual([]);
});

it('does not run in production', async () => {
  const refused = start({ NODE_ENV: 'production' });
  const [code] = await once(refused, 'exit');
  expect(code).toBe(1);
});
