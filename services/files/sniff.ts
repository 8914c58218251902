import { fileTypeFromBuffer } from 'file-type';

/** The pictures that are taken; HEIC cannot be decoded everywhere, SVG can carry scripts. */
const pictureTypes = new Set(['image/jpeg', 'image/png', 'image/apng', 'image/webp', 'image/avif', 'image/gif']);

/** Whether a file is a picture that is taken, by its first bytes; its name and declared type say nothing. */
export async function looksLikePicture(head: Buffer): Promise<boolean> {
  const type = await fileTypeFromBuffer(head);
  return type !== undefined && pictureTypes.has(type.mime);
}

/** Whether a file is a PDF by its header, which may follow up to 1 KB of other bytes. */
export const beginsAsPdf = (head: Buffer): boolean => head.subarray(0, 1024).includes('%PDF-');
