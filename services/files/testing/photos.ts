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
