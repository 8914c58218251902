import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import sharp, { type Sharp } from 'sharp';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { childrenOf, watchMemory } from '../../testing/process.ts';
import { Decoder } from './decoder.ts';

const isLinux = existsSync('/proc/self/status');

let decoder: Decoder;
beforeEach(() => {
  decoder = new Decoder(2);
});
afterEach(() => decoder.stop());

const draw = (content: Buffer) => decoder.render(content, 480);
const taken = { content: expect.any(Uint8Array), hash: null, takenAt: null, cropped: [] };

/** A picture with soft detail in it, as a camera makes it. */
async function photo(width: number, height: number) {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 10 };
  const [w, h] = [Math.round(width / 8), Math.round(height / 8)];
  const small = sharp({ create: { width: w, height: h, channels: 3, background: '#888', noise } });
  return sharp(await small.png().toBuffer()).resize(width, height);
}

/** A photo in a format, encoded once: that takes longer than what it is tried with. */
function encoded(width: number, height: number, encode: (image: Sharp) => Sharp): () => Promise<Buffer> {
  let made: Promise<Buffer> | undefined;
  return () => {
    made ??= photo(width, height).then((image) => encode(image).toBuffer());
    return made;
  };
}
const progressive = encoded(8160, 6120, (image) => image.jpeg({ quality: 60, progressive: true }));
const avif = encoded(4032, 3024, (image) => image.avif({ quality: 50, effort: 0 }));

describe('honest pictures are drawn', () => {
  test.each<[string, () => Promise<Buffer>]>([
    ['a JPEG of 50 megapixels', encoded(8160, 6120, (image) => image.jpeg({ quality: 60 }))],
    ['a progressive one', progressive],
    ['a PNG of 12 megapixels', encoded(4032, 3024, (image) => image.png({ compressionLevel: 3 }))],
    [
      'an interlaced one',
      encoded(4032, 3024, (image) => image.ensureAlpha().png({ compressionLevel: 3, progressive: true })),
    ],
    ['a WebP of 50 megapixels', encoded(8160, 6120, (image) => image.webp({ quality: 50, effort: 0 }))],
    ['a lossless WebP of 12 megapixels', encoded(4032, 3024, (image) => image.webp({ lossless: true, effort: 0 }))],
    ['an AVIF of 12 megapixels', avif],
    ['a GIF of 12 megapixels', encoded(4032, 3024, (image) => image.gif({ effort: 1, colours: 16, dither: 0 }))],
  ])('%s', { timeout: 120_000 }, async (_what, content) => {
    const drawn = await draw(await content());
    expect(await sharp('content' in drawn ? drawn.content : undefined).metadata()).toMatchObject({ width: 480 });
  });
});

test('a PNG of 45 megapixels that its camera held sideways is drawn upright', { timeout: 60_000 }, async () => {
  const top = { create: { width: 9000, height: 2500, channels: 3 as const, background: 'blue' } };
  const content = await sharp({ create: { width: 9000, height: 5000, channels: 3, background: 'red' } })
    .composite([{ input: top, left: 0, top: 0 }])
    .withMetadata({ orientation: 6 })
    .png({ compressionLevel: 1 })
    .toBuffer();
  expect(await sharp(content).metadata()).toMatchObject({ width: 9000, height: 5000, orientation: 6 });
  const drawn = await draw(content);
  const { data, info } = await sharp('content' in drawn ? drawn.content : undefined)
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([267, 480]);
  // The row that the file has first is on the right of the upright picture.
  const isBlue = (x: number) => (data[x * info.channels + 2] ?? 0) > (data[x * info.channels] ?? 0);
  expect([isBlue(10), isBlue(info.width - 10)]).toEqual([false, true]);
});

describe.runIf(isLinux)('its process', () => {
  const small = () =>
    sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
  const pids = async () => (await childrenOf(process.pid)).filter((pid) => commandOf(pid).includes('decoder-process'));

  test('is not there before it is needed, and knows nothing of the service', async () => {
    expect(await pids()).toEqual([]);
    await draw(await small());
    const [pid = 0] = await pids();
    const names = readFileSync(`/proc/${pid}/environ`, 'utf8')
      .split('\0')
      .filter(Boolean)
      .map((one) => one.split('=')[0]);
    expect(names.filter((name) => !/^(MALLOC_|VIPS_)/.test(name ?? ''))).toEqual([]);
    // One socket, to the service: no file, no database, no channel of node's own.
    const open = readdirSync(`/proc/${pid}/fd`).map((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`));
    expect(open.filter((target) => target.startsWith('socket:'))).toHaveLength(1 + Number(isSocket(process.stderr.fd)));
    expect(
      open.filter((target) => /^\/(?!dev\/|proc\/)/.test(target) && target !== targetOf(process.stderr.fd)),
    ).toEqual([]);
    expect(readFileSync(`/proc/${pid}/oom_score_adj`, 'utf8').trim()).toBe('1000');
  });

  test('is replaced when it is killed, and the picture is taken', { timeout: 30_000 }, async () => {
    const content = await progressive();
    await draw(await small());
    const [pid = 0] = await pids();
    const drawn = draw(content);
    process.kill(pid, 'SIGKILL');
    expect(await drawn).toEqual(taken);
    expect(await pids()).not.toContain(pid);
  });

  test('that is killed again and again is a 503', { timeout: 30_000 }, async () => {
    const content = await progressive();
    await draw(await small());
    const drawn = draw(content);
    const killing = setInterval(async () => {
      // One may be gone by now, which is no failure.
      for (const pid of await pids()) spawnSync('kill', ['-9', String(pid)]);
    }, 20);
    await expect(drawn).rejects.toMatchObject({ status: 503 });
    clearInterval(killing);
    expect(await draw(await small())).toEqual(taken);
  });

  test('ends when a picture takes more memory than its header says, and only that picture is refused', {
    timeout: 60_000,
  }, async () => {
    // Two bytes a sample, and no colour left out: 25 bytes a pixel, where the budget takes 18.5 for granted.
    const content = await (await photo(4000, 3000)).avif({ quality: 50, effort: 0, bitdepth: 10 }).toBuffer();
    const refused = { refused: 'memory' };
    expect(await draw(content)).toEqual(refused);
    const honest = await small();
    const raid = await Promise.all([content, honest, content, honest, content, honest].map(draw));
    expect(raid).toEqual([refused, taken, refused, taken, refused, taken]);
  });

  test('holds one picture that needs most of its memory at a time, and several small ones', {
    timeout: 60_000,
  }, async () => {
    const large = await avif();
    const other = await (await photo(4032, 3024)).jpeg({ quality: 60 }).toBuffer();
    const peak = watchMemory(process.pid, (pid) => commandOf(pid).includes('decoder-process'));
    const drawn = await Promise.all([large, other, large, other, large, other].map(draw));
    expect(drawn).toEqual(Array(6).fill(taken));
    expect(await peak()).toBeLessThan(304 * 2 ** 20);
  });

  test('decodes again, alone, what took too much together', { timeout: 60_000 }, async () => {
    // Their headers say 116 MB each; they take 160.
    const content = await (await photo(2500, 2500)).avif({ quality: 50, effort: 0, bitdepth: 10 }).toBuffer();
    await draw(await small());
    const before = await pids();
    expect(await Promise.all([draw(content), draw(content)])).toEqual([taken, taken]);
    expect(await pids()).not.toEqual(before);
  });
});

const targetOf = (fd: number) => readlinkSync(`/proc/self/fd/${fd}`);
const isSocket = (fd: number) => targetOf(fd).startsWith('socket:');
const commandOf = (pid: number) => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
};
