import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { childrenOf } from '../../testing/process.ts';
import { Decoder } from './decoder.ts';

const taken = { content: expect.any(Uint8Array), hash: null, takenAt: null, cropped: [] };
const small = () =>
  sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
    .png()
    .toBuffer();

let folder: string;
let path: string;
let decoder: Decoder;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tma-decoder-'));
  path = join(folder, 'socket');
  decoder = new Decoder(2, path);
});
afterEach(async () => {
  decoder.stop();
  await rm(folder, { recursive: true, force: true });
});
const draw = (content: Buffer) => decoder.render(content, 480);

describe.runIf(existsSync('/proc/self/status'))('the program of the container that decodes', () => {
  let server: ChildProcess;
  beforeEach(async () => {
    // What a container that was killed left behind.
    await writeFile(path, '');
    server = spawn(process.execPath, [fileURLToPath(new URL('./decoder-server.ts', import.meta.url)), path], {
      env: {},
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    await vi.waitFor(async () => expect(await draw(await small())).toEqual(taken), 20_000);
  }, 30_000);
  afterEach(async () => {
    server.kill('SIGKILL');
    for (const pid of await pids()) process.kill(pid, 'SIGKILL');
  });
  const pids = () => childrenOf(server.pid ?? 0);

  test('gives a connection a process of its own, which ends with it', async () => {
    expect(await pids()).toHaveLength(1);
    const other = new Decoder(1, path);
    expect(await other.render(await small(), 480)).toEqual(taken);
    expect(await pids()).toHaveLength(2);
    other.stop();
    await vi.waitFor(async () => expect(await pids()).toHaveLength(1), 5000);
  });

  test('refuses a picture that takes too much, and draws those beside it', { timeout: 60_000 }, async () => {
    const noise = { type: 'gaussian' as const, mean: 128, sigma: 10 };
    const soft = sharp({ create: { width: 500, height: 375, channels: 3, background: '#888', noise } });
    const wide = sharp(await soft.png().toBuffer()).resize(4000, 3000);
    // Two bytes a sample, and no colour left out: 25 bytes a pixel, where the budget takes 18.5 for granted.
    const bomb = await wide.avif({ quality: 50, effort: 0, bitdepth: 10 }).toBuffer();
    const honest = await small();
    const refused = { refused: 'memory' };
    expect(await Promise.all([bomb, honest, bomb, honest].map(draw))).toEqual([refused, taken, refused, taken]);
  });

  test('takes the picture of a process that was killed once more', async () => {
    const [pid = 0] = await pids();
    process.kill(pid, 'SIGKILL');
    expect(await draw(await small())).toEqual(taken);
    expect(await pids()).not.toContain(pid);
  });

  test('has no more than three processes: who is connected longest makes room', async () => {
    const others = [1, 2, 3].map(() => new Decoder(1, path));
    for (const other of others) expect(await other.render(await small(), 480)).toEqual(taken);
    await vi.waitFor(async () => expect((await pids()).length).toBeLessThanOrEqual(3), 5000);
    expect(await draw(await small())).toEqual(taken);
    for (const other of others) other.stop();
  });

  test('ends with code 0 on a signal, and its processes with it', async () => {
    const children = await pids();
    const exited = once(server, 'exit');
    server.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
    await vi.waitFor(() => expect(children.filter((pid) => existsSync(`/proc/${pid}`))).toEqual([]), 5000);
    await expect(draw(await small())).rejects.toMatchObject({ status: 503 });
  });
});

describe('a decoder in somebody else’s hands', () => {
  let server: Server;
  let answer: Buffer;
  beforeEach(async () => {
    server = createServer((socket) => socket.on('error', () => {}).once('data', () => socket.write(answer)));
    await once(server.listen(path), 'listening');
  });
  afterEach(() => server.close());
  const framed = (text: string, content: string) =>
    Buffer.concat([
      Buffer.from(Uint32Array.of(Buffer.byteLength(text), Buffer.byteLength(content)).buffer),
      Buffer.from(text + content),
    ]);
  // The last slot is taken first.
  const drawn = '{"slot":1,"hash":null,"takenAt":null,"cropped":[]}';
  const webp = 'RIFF\0\0\0\0WEBP';

  test('is believed when it sends a WebP', async () => {
    answer = framed(drawn, webp);
    expect(await draw(Buffer.from('any'))).toEqual(taken);
  });
  test.each([
    ['a page instead of a picture', () => framed(drawn, '<script>alert(1)</script>')],
    ['a hash that is a statement', () => framed(drawn.replace('null', '"0\' or 1=1"'), webp)],
    ['a time that is none', () => framed('{"slot":1,"hash":null,"takenAt":"now","cropped":[]}', webp)],
    ['what nobody asked for', () => framed('{"slot":1,"key":"a","refused":""}', '')],
    ['no JSON', () => framed('{', '')],
    ['4 GB', () => Buffer.from(Uint32Array.of(10, 2 ** 32 - 1).buffer)],
    ['4 GB of JSON', () => Buffer.from(Uint32Array.of(2 ** 32 - 1, 0).buffer)],
  ])('is cut off when it sends %s: 503', async (_what, made) => {
    answer = made();
    await expect(draw(Buffer.from('any'))).rejects.toMatchObject({ status: 503 });
  });
});
