/** Pictures and documents to upload. */
import sharp from 'sharp';

/** A noisy picture, which does not compress to nothing. */
export const picture = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 40 } },
  });

/** The smallest document that is accepted, with a text in it. */
export const pdf = (text = 'paper') => Buffer.from(`%PDF-1.7\n${text}\n%%EOF\n`);

/** Format, size and metadata of a picture. */
export const metadataOf = (content: Buffer) => sharp(content).metadata();
