/**
 * Decoding and encoding of pictures; nothing else touches sharp. JavaScript, because Node's support of TypeScript would
 * take 17 MB of the memory that decoding has.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { inflateSync } from 'node:zlib';
import sharp from 'sharp';

/** Beyond any of these a picture is refused before it is decoded. */
const maxPixels = 50_000_000;
const maxFrames = 1000;
/** Bytes of all frames together, unpacked. Only the first is decoded, but the others are looked for. */
const maxUnpacked = 2 ** 30;
/** Bytes that decoding may take, of all pictures together. */
export const memoryBudget = 236 * 2 ** 20;
/** Bytes that decoding any picture takes, for some rows of it. */
export const minMemory = 64 * 2 ** 20;
/** Compressed texts and profiles of a PNG: how many, and bytes of all of them unpacked. Libraries unpack them several times. */
const maxTexts = 32;
const maxTextBytes = 8 * 2 ** 20;
/** After so many chunks, some milliseconds, the memory of other pictures is looked at: a file may have a million. */
const chunksAtOnce = 10_000;

// Memory is for the originals that are decoded; caches of sharp's own would only add to that.
sharp.cache(false);
sharp.concurrency(1);
// Whatever a file claims to be, no other decoder sees it.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif'].map((type) => `VipsForeignLoad${type}`),
});

/**
 * A picture as WebP: upright, without metadata, each side at most `side` pixels. Every row of it is read. Throws what is wrong
 * with the picture. `estimateMemory` comes before it.
 * @param {Buffer} content
 * @param {number} side
 */
export const toWebp = (content, side) =>
  sharp(content, { limitInputPixels: maxPixels, failOn: 'error' })
    .rotate()
    .resize(side, side, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80, effort: 2 })
    .toBuffer();

/**
 * About how many bytes decoding and encoding a picture take at once, by its header: at most `memoryBudget`. Throws when the
 * picture is beyond a limit.
 * @param {Buffer} content
 */
export async function estimateMemory(content) {
  await checkTexts(content);
  const header = await sharp(content, { limitInputPixels: maxPixels }).metadata();
  const { width, height, channels, depth, pages: frames = 1 } = header;
  const pixels = width * height;
  const unpacked = pixels * channels * (depth === 'uchar' ? 1 : 2) * frames;
  if (pixels > maxPixels || frames > maxFrames || unpacked > maxUnpacked) throw new Error('It is too large');
  const memory = memoryFor(header);
  if (memory > memoryBudget) throw new Error('Decoding it takes too much memory');
  return memory;
}

/**
 * Measured, where libraries hold a whole frame.
 * @param {import('sharp').Metadata} header
 */
function memoryFor({ format, width, height, channels, depth, isProgressive, chromaSubsampling }) {
  const pixels = width * height;
  switch (format) {
    case 'heif':
      // AV1 keeps 11.5 bytes of each pixel's block, beside two copies of the frame.
      return pixels * 18.5;
    case 'webp':
      return pixels * 4;
    case 'gif':
      return pixels * 4 + minMemory;
    case 'png':
      return isProgressive ? pixels * channels * (depth === 'uchar' ? 1 : 2) + minMemory : minMemory;
    default:
      // A progressive JPEG is kept as coefficients of two bytes until its last scan.
      return isProgressive ? pixels * 2 * (chromaSubsampling === '4:2:0' ? 1.5 : channels) + minMemory / 2 : minMemory;
  }
}

/**
 * Throws when a PNG has too many compressed texts: even reading the header unpacks them. Any other file passes.
 * @param {Buffer} content
 */
async function checkTexts(content) {
  if (content.length < 8 || content.readUInt32BE(0) !== 0x89504e47) return;
  let count = 0;
  let left = maxTextBytes;
  for (let at = 8, chunks = 1; at + 8 <= content.length; chunks += 1) {
    if (chunks % chunksAtOnce === 0) await nextTurn();
    const end = at + 8 + content.readUInt32BE(at);
    const compressed = compressedPart(content.toString('latin1', at + 4, at + 8), content.subarray(at + 8, end));
    if (compressed) {
      count += 1;
      left -= unpackedBytes(compressed, left);
      if (count > maxTexts || left <= 0) throw new Error('It has too many compressed texts');
    }
    at = end + 4;
  }
}

/**
 * What is compressed in a chunk of a PNG (PNG specification, 11.3.3): after the keyword, a null and the method; in an iTXt
 * after a flag, the language and the keyword translated.
 * @param {string} type @param {Buffer} data
 */
function compressedPart(type, data) {
  const keyword = data.indexOf(0);
  if (type === 'zTXt' || type === 'iCCP') return data.subarray(keyword + 2);
  if (type !== 'iTXt' || data[keyword + 1] === 0) return null;
  const language = data.indexOf(0, keyword + 3);
  return data.subarray(data.indexOf(0, language + 1) + 1);
}

/** @param {Buffer} compressed @param {number} most counted as that many when it is more */
function unpackedBytes(compressed, most) {
  try {
    return inflateSync(compressed, { maxOutputLength: most }).length;
  } catch (error) {
    // Whatever else is wrong with it, the library finds, too.
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'ERR_BUFFER_TOO_LARGE' ? most : 0;
  }
}
