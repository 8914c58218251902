import { createHash } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';

/**
 * A PNG of one colour running into another (PNG specification, third edition, 5.3 and 11.2).
 * @param hue 0 to 255
 * @param motif any text: cells take the place of the colours, and the picture looks like none of another text
 */
export function makePicture(hue: number, width = 900, height = 600, motif?: string): Buffer {
  const cells = motif === undefined ? null : createHash('shake256', { outputLength: 72 }).update(motif).digest();
  const row = 1 + width * 3;
  const pixels = Buffer.alloc(row * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = y * row + 1 + x * 3;
      pixels[at] = hue;
      const cell = cells?.[Math.floor((8 * y) / height) * 9 + Math.floor((9 * x) / width)];
      pixels[at + 1] = cell ?? Math.floor((255 * x) / width);
      pixels[at + 2] = Math.floor((255 * y) / height);
    }
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  // 8 bits of red, green and blue for each pixel.
  head.set([8, 2], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)]);
}
