import { sameWithinBits } from '@tma/contracts';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { photo, street } from '../../testing/photos.ts';
import { picture } from '../../testing/samples.ts';
import { Decoder, ImageFeatures } from './decoder.ts';

/** Without the process that decodes, which is slow by design. */
const { croppedHashes, differenceHash } = (await import(new URL('./image-features.mjs', import.meta.url).href)) as {
  croppedHashes(card: Uint8Array): Promise<string[]>;
  differenceHash(card: Uint8Array): Promise<string | null>;
};

const decoder = new Decoder(2);
afterAll(() => decoder.stop());

async function draw(content: Buffer) {
  const drawn = await decoder.render(content, 480, ImageFeatures.proof);
  if ('refused' in drawn) throw new Error(drawn.refused);
  return drawn;
}
const hash = async (content: Buffer) => (await draw(content)).hash;
/** How far a picture is from another one, of which up to 2 % of the sides may have been cut. */
const cropDifference = (cropped: readonly string[], other: string | null) =>
  Math.min(64, ...cropped.map((one) => difference(one, other)));
const takenAt = async (content: Buffer) => (await draw(content)).takenAt;
/** How many of 64 bits differ; all of them where one picture cannot be compared. */
function difference(one: string | null, other: string | null) {
  if (one === null || other === null) return 64;
  return [...one].filter((bit, index) => bit !== other[index]).length;
}

describe('a picture is the same to the eye', () => {
  const size = { width: 800, height: 600 };
  let originals: { content: Buffer; hash: string | null }[];
  beforeAll(async () => {
    originals = await Promise.all(
      [1, 2, 3].map(async (seed) => {
        const content = await photo(seed, size.width, size.height);
        return { content, hash: await hash(content) };
      }),
    );
  });
  const cut =
    (share: number) =>
    (image: Sharp, { width, height }: { width: number; height: number }) =>
      image.extract({
        left: Math.floor(width * share),
        top: Math.floor(height * share),
        width: Math.floor(width * (1 - 2 * share)),
        height: Math.floor(height * (1 - 2 * share)),
      });
  type Change = (image: Sharp, size: { width: number; height: number }) => Sharp;
  test.each<[string, Change]>([
    ['encoded again', (image) => image.jpeg({ quality: 50 })],
    ['as another format', (image) => image.webp({ quality: 60 })],
    ['small', (image) => image.resize(320)],
    ['cropped by 1 % on each side', cut(0.01)],
    ['cropped by 2 % on each side', cut(0.02)],
    [
      'cropped by 2 % on the left',
      (image, { width, height }) => image.extract({ left: 16, top: 0, width: width - 16, height }),
    ],
    [
      'cropped, small, lighter',
      (image, size) => cut(0.02)(image, size).resize(500).linear(1.1, 0).jpeg({ quality: 60 }),
    ],
    ['lighter', (image) => image.modulate({ brightness: 1.15 })],
    ['darker', (image) => image.linear(0.8, 0)],
  ])('%s', async (_what, change) => {
    for (const [index, original] of originals.entries()) {
      const changed = await change(sharp(original.content), size).toBuffer();
      const { cropped } = await draw(changed);
      expect(cropDifference(cropped, original.hash), `picture ${index + 1}`).toBeLessThanOrEqual(sameWithinBits);
    }
  });

  test('without colour it is alike at least', async () => {
    const original = await photo(3);
    const grey = await sharp(original).greyscale().jpeg().toBuffer();
    expect(difference(await hash(original), await hash(grey))).toBeLessThanOrEqual(10);
  });

  test('turned by its EXIF', async () => {
    const upright = await photo(3);
    const turned = await sharp(upright).rotate(-90).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    expect(difference(await hash(upright), await hash(turned))).toBeLessThanOrEqual(10);
  });
});

test('of 200 pairs of different pictures, 100 of them of one street from two places, none is the same', async () => {
  const same: string[] = [];
  for (let seed = 0; seed < 100; seed += 1) {
    const aside = { aside: 0.08 + (seed % 5) / 50, nearer: 1 + (seed % 3) / 10 };
    const pairs = [
      [await street(seed), await street(seed, aside)],
      [await photo(2000 + seed, 320, 240), await photo(3000 + seed, 320, 240)],
    ] as const;
    for (const [one, other] of pairs) {
      const kept = await differenceHash(one);
      expect(kept).not.toBeNull();
      if (cropDifference(await croppedHashes(other), kept) <= sameWithinBits) same.push(`${seed}`);
    }
  }
  expect(same).toEqual([]);
}, 60_000);

test('of 80 pictures none is like another', { timeout: 60_000 }, async () => {
  const hashes = await Promise.all(
    Array.from({ length: 80 }, async (_, seed) => hash(await photo(1000 + seed, 320, 240))),
  );
  const alike = hashes.flatMap((one, index) => hashes.slice(0, index).filter((other) => difference(one, other) <= 10));
  expect(hashes).not.toContain(null);
  expect(alike).toEqual([]);
});

describe('a picture without enough in it is like none', () => {
  const flat = (background: string) => sharp({ create: { width: 400, height: 300, channels: 3, background } });
  const light = { create: { width: 18, height: 18, channels: 3 as const, background: 'white' } };
  test.each<[string, Sharp]>([
    ['white', flat('white')],
    ['a colour', flat('#c04020')],
    ['black', flat('black')],
    ['transparent', sharp({ create: { width: 90, height: 80, channels: 4, background: '#12345600' } })],
    ['a light in the night', flat('black').composite([{ input: light, left: 90, top: 60 }])],
  ])('%s', async (_what, image) => {
    expect(await hash(await image.png().toBuffer())).toBeNull();
    expect(await hash(await image.jpeg().toBuffer())).toBeNull();
  });
});

describe('when a picture was taken', () => {
  const taken = (time: string) =>
    picture(60, 40).withExif({ IFD0: { Make: 'Camera' }, IFD2: { DateTimeOriginal: time } });
  test.each(['jpeg', 'png', 'webp', 'avif'] as const)('is read from a %s', async (format) => {
    expect(await takenAt(await taken('2026:11:21 09:30:07').toFormat(format).toBuffer())).toBe('2026-11-21T09:30:07');
  });

  test.each(['0000:00:00 00:00:00', '1970:01:01 00:00:00', 'yesterday', '9999:99:99 99:99:99'])(
    'is not said by %j',
    async (time) => {
      expect(await takenAt(await taken(time).jpeg().toBuffer())).toBeNull();
    },
  );

  test('is not said by a picture without EXIF, and not told unless it is asked for', async () => {
    expect(await takenAt(await picture(60, 40).jpeg().toBuffer())).toBeNull();
    const content = await taken('2026:11:21 09:30:07').jpeg().toBuffer();
    expect(await decoder.render(content, 480, ImageFeatures.hash)).toMatchObject({
      hash: expect.any(String),
      takenAt: null,
    });
    expect(await decoder.render(content, 480)).toMatchObject({ hash: null, takenAt: null });
  });

  /** A JPEG with such a block of EXIF. */
  async function withBlock(block: Buffer): Promise<Buffer> {
    const content = await picture(60, 40).jpeg().toBuffer();
    const body = Buffer.concat([Buffer.from('Exif\0\0'), block]);
    const head = Buffer.from([0xff, 0xe1, (body.length + 2) >> 8, (body.length + 2) & 255]);
    return Buffer.concat([content.subarray(0, 2), head, body, content.subarray(2)]);
  }

  test.each<[string, Buffer]>([
    ['nothing', Buffer.alloc(0)],
    ['noise', Buffer.from('II*\0\xff\xff\xff\xff', 'latin1')],
    ['a table that ends in the middle', Buffer.from('4d4d002a00000008ffff9003', 'hex')],
    ['a table of itself', Buffer.from('4d4d002a000000080001876900040000000100000008', 'hex')],
  ])('is not said by EXIF that is %s, and that is no error', async (_what, block) => {
    const content = await withBlock(block);
    expect(await takenAt(content)).toBeNull();
    expect(await hash(content)).toMatch(/^[01]{64}$/);
  });

  test('is not looked for in EXIF that would take minutes to read', async () => {
    // 5,000 entries, each of which says that it is the whole block.
    const entries = Buffer.alloc(12 * 5000);
    for (let at = 0; at < entries.length; at += 12) {
      entries.writeUInt16BE(0x0100, at);
      entries.writeUInt16BE(1, at + 2);
      entries.writeUInt32BE(0xffff, at + 4);
    }
    const head = Buffer.from('4d4d002a000000081388', 'hex');
    const content = await withBlock(Buffer.concat([head, entries]));
    const other = draw(await photo(1));
    const begun = performance.now();
    expect(await draw(content)).toMatchObject({ takenAt: null, hash: expect.any(String) });
    expect(performance.now() - begun).toBeLessThan(3000);
    expect(await other).toMatchObject({ hash: expect.any(String) });
  });
});
