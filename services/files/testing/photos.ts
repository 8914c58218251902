/** Pictures as cameras take them, drawn from a number: the same number is the same picture. */
import sharp, { type Sharp } from 'sharp';

/** Random numbers from 0 to 1 that a seed repeats (a linear congruential generator). */
function randomFrom(seed: number) {
  let state = (seed * 2_654_435_761) >>> 0;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A coarse pattern of so many cells each way. */
function pattern(random: () => number, cells: number, width: number, height: number): Sharp {
  const raw = { width: cells, height: cells, channels: 3 as const };
  const data = Buffer.from(Array.from({ length: cells * cells * 3 }, () => random() * 255));
  return sharp(data, { raw }).resize(width, height, { fit: 'fill', kernel: 'cubic' });
}

/** Large shapes with smaller ones upon them, and some things with edges. @returns a JPEG */
export async function photo(seed: number, width = 800, height = 600): Promise<Buffer> {
  const random = randomFrom(seed);
  const number = (most: number) => Math.floor(random() * most);
  const things = Array.from({ length: 5 }, () => {
    const [left, top] = [number(width * 0.7), number(height * 0.7)];
    const background = { r: number(255), g: number(255), b: number(255) };
    const size = { width: 1 + number(width / 3), height: 1 + number(height / 3), channels: 3 as const };
    return { input: { create: { ...size, background } }, left, top };
  });
  const details = await pattern(random, 24, width, height).ensureAlpha(0.3).png().toBuffer();
  return pattern(random, 6, width, height)
    .composite([{ input: details }, ...things])
    .jpeg({ quality: 90 })
    .toBuffer();
}

/**
 * Equal tiles, nine in a row: a picture that looks like no other but those of the same number.
 * @param quality of JPEG, 1 to 100: another one gives another file that looks alike
 * @returns a JPEG of 900 x 600
 */
export function drawPicture(number: number, quality = 80): Promise<Buffer> {
  const [width, height] = [9, 8];
  const tiles = Array.from({ length: width * height }, (_, index) => {
    const light = Math.floor(Math.abs(Math.sin((index + 1) * (number + 1.7)) * 1e4) % 256);
    return [light, 255 - light, (light * 7) % 256];
  });
  return sharp(Buffer.from(tiles.flat()), { raw: { width, height, channels: 3 } })
    .resize(900, 600, { fit: 'fill', kernel: 'nearest' })
    .jpeg({ quality })
    .toBuffer();
}

/**
 * A street under a bright sky: houses with windows, the road, a pole. @returns a JPEG of 320 x 240
 * @param view how far aside the camera stands, in shares of the picture, and how much nearer
 */
export function street(seed: number, { aside = 0, nearer = 1 } = {}): Promise<Buffer> {
  const random = randomFrom(seed + 77);
  const number = (least: number, most: number) => Math.floor(least + random() * (most - least));
  const shade = () => `rgb(${number(40, 220)},${number(40, 220)},${number(40, 220)})`;
  const house = (_: unknown, index: number) => {
    const [left, top, width] = [index * 60 - 60 + number(0, 20), number(40, 120), number(40, 70)];
    const windows = Array.from(
      { length: 4 },
      (_one, at) =>
        `<rect x="${left + 6 + (at % 2) * 22}" y="${top + 8 + Math.floor(at / 2) * 26}" width="12" height="14" fill="#223"/>`,
    );
    return `<rect x="${left}" y="${top}" width="${width}" height="${180 - top}" fill="${shade()}"/>${windows.join('')}`;
  };
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="240">
    <rect width="320" height="240" fill="#e8f0ff"/>
    <g transform="translate(${160 - 160 * nearer - aside * 320} ${150 - 150 * nearer}) scale(${nearer})">
      ${Array.from({ length: 9 }, house).join('')}
      <rect x="-200" y="180" width="800" height="200" fill="#666"/>
      <rect x="${number(60, 260)}" y="20" width="6" height="180" fill="#222"/>
      <ellipse cx="${number(60, 260)}" cy="${number(195, 225)}" rx="40" ry="10" fill="#333"/>
    </g></svg>`;
  return sharp(Buffer.from(drawing)).jpeg({ quality: 85 }).toBuffer();
}
