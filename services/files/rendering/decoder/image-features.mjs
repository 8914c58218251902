/** What tells whether a picture is a new one: its difference hash, and when it was taken. In the process that decodes. */
import { createContext, runInContext } from 'node:vm';
import readExif from 'exif-reader';
import sharp from 'sharp';

/** Cells of a picture that are compared: nine in a row, so that there are 8 x 8 pairs of neighbours. */
const [columns, rows] = [9, 8];
/** The picture is drawn this much larger, and each cell is a mean: whole numbers alone would hide what is of little contrast. */
const scale = 12;
const [width, height] = [columns * scale, rows * scale];
/** Neighbours that differ less than this, of 255, are equal: compression alone makes such differences. */
const leastDifference = 0.25;
/** With fewer pairs that differ, a picture says too little: it would be like any other of its kind, as a wall or a night sky. */
const leastPairs = 8;
/** What may have been cut off a picture at the two ends of an axis, in shares of it; below 0, what may be cut off now. */
const cuts = [
  [0, 0],
  ...[0.01, 0.02, -0.01, -0.02].map((share) => [share, share]),
  ...[0.02, -0.02].flatMap((share) => [
    [share, 0],
    [0, share],
  ]),
];

/**
 * The difference hash of a picture: whether each cell is lighter than the one on its left, as 64 zeros and ones, row by row. Null
 * of a picture without enough in it.
 * @param {Uint8Array} card small, upright and whole
 */
export async function differenceHash(card) {
  const pixels = await drawGrey(card);
  return hashOf(shrinkRows(pixels, [0, 0]), [0, 0]);
}

/**
 * The difference hashes that a picture would have with up to 2 % of a side more or less, the one it has among them: who cuts a
 * picture moves all cells, and up to 16 bits change. What was cut off is taken to be like the edge. Empty without enough in it.
 * @param {Uint8Array} card small, upright and whole
 */
export async function croppedHashes(card) {
  const pixels = await drawGrey(card);
  const hashes = cuts.flatMap((across) => {
    const shrunk = shrinkRows(pixels, across);
    return cuts.map((down) => hashOf(shrunk, down));
  });
  return [...new Set(hashes)].filter((hash) => hash !== null);
}

/** The lightness (ITU-R BT.601) of each pixel, 0 to 255. @param {Uint8Array} card */
async function drawGrey(card) {
  const drawing = sharp(card).flatten({ background: 'white' }).resize(width, height, { fit: 'fill' });
  const { data, info } = await drawing.raw().toBuffer({ resolveWithObject: true });
  const lightness = (/** @type {number} */ at) =>
    0.299 * (data[at] ?? 0) + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0);
  return Float64Array.from({ length: width * height }, (_, pixel) => lightness(pixel * info.channels));
}

/** Each row of pixels as so many cells as are compared. @param {Float64Array} pixels @param {readonly number[]} cut of both sides */
function shrinkRows(pixels, cut) {
  const ends = cellEnds(width, columns, cut);
  const shrunk = new Float64Array(height * columns);
  for (let y = 0; y < height; y += 1) {
    const means = meansOf((x) => pixels[y * width + x] ?? 0, width, ends);
    shrunk.set(means, y * columns);
  }
  return shrunk;
}

/** @param {Float64Array} shrunk rows of cells @param {readonly number[]} cut of top and bottom */
function hashOf(shrunk, cut) {
  const ends = cellEnds(height, rows, cut);
  const cells = Array.from({ length: columns }, (_, x) => meansOf((y) => shrunk[y * columns + x] ?? 0, height, ends));
  let hash = '';
  let pairs = 0;
  for (let y = 0; y < rows; y += 1) {
    for (let x = 1; x < columns; x += 1) {
      const difference = (cells[x]?.[y] ?? 0) - (cells[x - 1]?.[y] ?? 0);
      if (Math.abs(difference) >= leastDifference) pairs += 1;
      hash += difference >= leastDifference ? '1' : '0';
    }
  }
  return pairs < leastPairs ? null : hash;
}

/** Where cells of equal length begin and end, in pixels. @param {number} length @param {number} count @param {readonly number[]} cut */
function cellEnds(length, count, [before = 0, after = 0]) {
  const cell = (1 + before + after) / count;
  return Array.from({ length: count + 1 }, (_, end) => length * (end * cell - before));
}

/**
 * The mean of each cell of a line of pixels; beyond its ends are pixels like the last ones.
 * @param {(at: number) => number} valueAt @param {number} length @param {readonly number[]} ends
 */
function meansOf(valueAt, length, ends) {
  // Sums up to each pixel: each cell then takes two look-ups, however many hashes are made.
  const sums = new Float64Array(length + 1);
  for (let at = 0; at < length; at += 1) sums[at + 1] = (sums[at] ?? 0) + valueAt(at);
  const upTo = (/** @type {number} */ end) => {
    if (end <= 0) return end * valueAt(0);
    if (end >= length) return (sums[length] ?? 0) + (end - length) * valueAt(length - 1);
    const whole = Math.floor(end);
    return (sums[whole] ?? 0) + (end - whole) * valueAt(whole);
  };
  return ends.slice(1).map((end, cell) => (upTo(end) - upTo(ends[cell] ?? 0)) / (end - (ends[cell] ?? 0)));
}

/** Bytes of EXIF: a JPEG has at most as many. */
const maxExif = 64 * 1024;
/** Each entry may name any part of all bytes: a few thousand of them would keep a reader busy for minutes, in which nobody watches the memory of this process. */
const timeoutMs = 50;
const sandbox = createContext({ readExif, exif: null });

/**
 * When a camera says that it took a picture, in its own time, `YYYY-MM-DDThh:mm:ss`. Null when it does not say so, or nothing that
 * can be read; years before 1990 are those of clocks that were never set.
 * @param {Buffer} content
 */
export async function takenAt(content) {
  try {
    const { exif } = await sharp(content).metadata();
    if (!exif || exif.length > maxExif) return null;
    sandbox.exif = exif;
    const taken = runInContext('readExif(exif)', sandbox, { timeout: timeoutMs }).Photo?.DateTimeOriginal;
    const time = taken instanceof Date ? taken.toISOString().slice(0, 19) : '';
    return /^\d{4}-/.test(time) && time >= '1990' ? time : null;
  } catch {
    return null;
  } finally {
    sandbox.exif = null;
  }
}
