/** Files that look like small pictures and are none to be decoded: what each would cost is said beside it. */
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

const grey = { r: 9, g: 9, b: 9, alpha: 0.5 };
const flat = (side: number, channels: 3 | 4) =>
  sharp({ create: { width: side, height: side, channels, background: grey }, limitInputPixels: false });

/** 390 MB: an interlaced PNG is held whole, here with 8 bytes a pixel. */
const interlaced = () => flat(7000, 4).toColourspace('rgb16').png({ progressive: true }).toBuffer();

/** About 1 KB. 860 MB; with 12 bits a sample 1.2 GB: AV1 keeps a record of each block of 4 by 4 pixels. */
const avif = (bitdepth: 8 | 12) =>
  flat(7000, bitdepth === 8 ? 3 : 4)
    .avif({ quality: 1, effort: 0, bitdepth })
    .toBuffer();

/** An AVIF whose header says 100 by 100. */
async function lyingAvif(): Promise<Buffer> {
  const content = await avif(8);
  const at = content.indexOf('ispe') + 8;
  content.writeUInt32BE(100, at);
  content.writeUInt32BE(100, at + 4);
  return content;
}

/** Each frame is looked for. */
function gif(frames: number, side: number): Buffer {
  const head = Buffer.from('GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1');
  head.writeUInt16LE(side, 6);
  head.writeUInt16LE(side, 8);
  const frame = Buffer.from('21f90400010000002c0000000001000100000202440100', 'hex');
  return Buffer.concat([head, ...Array<Buffer>(frames).fill(frame), Buffer.from([0x3b])]);
}

/** A lossless WebP that says it has 16,383 by 16,383 pixels, two numbers of 14 bits. */
async function webp(): Promise<Buffer> {
  const content = await flat(64, 3).webp({ lossless: true }).toBuffer();
  content.writeUInt32LE(16_382 | (16_382 << 14), content.indexOf('VP8L') + 9);
  return content;
}

/** A JPEG that says it has 65,500 by 65,500 pixels. */
async function jpeg(): Promise<Buffer> {
  const content = await flat(64, 3).jpeg().toBuffer();
  const at = content.indexOf(Buffer.from('ffc0', 'hex')) + 5;
  content.writeUInt16BE(65_500, at);
  content.writeUInt16BE(65_500, at + 2);
  return content;
}

/** One chunk of a PNG. */
export function chunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, sum]);
}

/** A small PNG with chunks of a type that unpack to so many bytes each. Every text is unpacked four times. */
async function png(type: 'zTXt' | 'iCCP', count: number, bytes: number): Promise<Buffer> {
  const content = await flat(9, 3).png().toBuffer();
  const data = Buffer.concat([Buffer.from('key\0\0'), deflateSync(Buffer.alloc(bytes), { level: 9 })]);
  return Buffer.concat([
    content.subarray(0, 33),
    ...Array<Buffer>(count).fill(chunk(type, data)),
    content.subarray(33),
  ]);
}

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="30000" height="30000"><rect width="100%" height="100%"/></svg>';

export const bombs: [what: string, make: () => Buffer | Promise<Buffer>][] = [
  ['an interlaced PNG of 16 bits a sample', interlaced],
  ['an AVIF of 1 KB', () => avif(8)],
  ['an AVIF of 12 bits a sample', () => avif(12)],
  ['an AVIF that says it is small', lyingAvif],
  ['a GIF of 10,000 frames', () => gif(10_000, 8)],
  ['a GIF whose frames are a gigabyte', () => gif(900, 700)],
  ['a WebP of 268 megapixels', webp],
  ['a JPEG of 4 gigapixels', jpeg],
  ['a PNG with a hundred compressed texts', () => png('zTXt', 100, 7_900_000)],
  ['a PNG with a profile that unpacks to 400 MB', () => png('iCCP', 1, 400_000_000)],
  ['an SVG that begins like a PNG', () => Buffer.from(`\x89PNG\r\n\x1a\n${svg}`, 'latin1')],
  ['an SVG', () => Buffer.from(svg)],
];
