import { isSparing } from '@tma/web/network/sparing';

/**
 * How a picture is sent: its longest side in pixels, more than the portal shows and less than a camera takes, and its quality as
 * JPEG. On a slow network as large as the portal shows it: some 250 KB of a photograph, which are 40 s at 50 kbit/s.
 */
const usual = { longestSide: 2560, quality: 0.85 };
const sparing = { longestSide: 1600, quality: 0.7 };
const { longestSide, quality } = isSparing ? sparing : usual;

/** HEIC is what some phones write. Not every browser says so in the type; few can read it. */
export const isHeic = ({ type, name }: File) => /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name);

/** A picture's size scaled down to fit, or null when it fits already. */
export function scaledDown(width: number, height: number) {
  const scale = longestSide / Math.max(width, height);
  return scale < 1 ? { width: Math.round(width * scale), height: Math.round(height * scale) } : null;
}

/**
 * The picture as it is sent: a large one is scaled down and turned upright; HEIC, and files for which the browser knows no type,
 * become JPEG. A file that cannot be decoded stays as it is, and is checked as it is.
 */
export async function fitPicture(file: File): Promise<File> {
  const foreign = file.type === '' || isHeic(file);
  if (!foreign && !file.type.startsWith('image/')) return file;
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null);
  if (!bitmap) return file;
  const smaller = scaledDown(bitmap.width, bitmap.height);
  const blob = smaller || foreign ? await toJpeg(bitmap, smaller ?? bitmap) : null;
  bitmap.close();
  if (!blob || (blob.size >= file.size && !foreign)) return file;
  return new File([blob], file.name.replace(/(\.\w+)?$/, '.jpg'), { type: 'image/jpeg' });
}

function toJpeg(bitmap: ImageBitmap, { width, height }: { width: number; height: number }): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  const context = canvas.getContext('2d');
  if (!context) return Promise.resolve(null);
  // JPEG knows no transparency: what shows through is white, not black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, width, height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
}
