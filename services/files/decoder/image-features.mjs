/** What tells whether a picture is a new one: its difference hash, and when it was taken. In the process that decodes. */
import { createContext, runInContext } from 'node:vm';
import readExif from 'exif-reader';
import sharp from 'sharp';

/** Cells of a picture that are compared: nine in a row, so that there are 8 x 8 pairs of neighbours. */
const [columns, rows] = [9, 8];
/** The picture is drawn this much larger, and each cell is a mean: whole numbers alone would hide what is of little contrast. */
const scale = 4;
/** Neighbours that differ less than this, of 255, are equal: compression alone makes such differences. */
const leastDifference = 0.25;
/** With fewer pairs that differ, a picture says too little: it would be like any other of its kind, as a wall or a night sky. */
const leastPairs = 8;

/**
 * The difference hash of a picture: whether each cell is lighter than the one on its left, as 64 zeros and ones, row by row. Null
 * of a picture without enough in it.
 * @param {Uint8Array} card small, upright and whole
 */
export async function differenceHash(card) {
  const { data, info } = await sharp(card)
    .flatten({ background: 'white' })
    .resize(columns * scale, rows * scale, { fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const cells = new Float64Array(columns * rows);
  for (let y = 0; y < info.height; y += 1) {
    const row = Math.floor(y / scale) * columns;
    for (let x = 0; x < info.width; x += 1) {
      const cell = row + Math.floor(x / scale);
      cells[cell] = (cells[cell] ?? 0) + lightness(data, (y * info.width + x) * info.channels) / scale ** 2;
    }
  }
  let hash = '';
  let pairs = 0;
  for (let cell = 0; cell < cells.length; cell += 1) {
    if (cell % columns === columns - 1) continue;
    const difference = (cells[cell + 1] ?? 0) - (cells[cell] ?? 0);
    if (Math.abs(difference) >= leastDifference) pairs += 1;
    hash += difference >= leastDifference ? '1' : '0';
  }
  return pairs < leastPairs ? null : hash;
}

/** Of a pixel of three channels (ITU-R BT.601), 0 to 255. @param {Buffer} data @param {number} at */
const lightness = (data, at) => 0.299 * (data[at] ?? 0) + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0);

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
