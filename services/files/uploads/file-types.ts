import { fileTypeFromBuffer } from 'file-type';

/** Pictures that are accepted. HEIC cannot be decoded everywhere, SVG can contain scripts. */
const pictureTypes = new Set(['image/jpeg', 'image/png', 'image/apng', 'image/webp', 'image/avif', 'image/gif']);

/** Whether a file is a picture that is accepted, by its first bytes; its name and declared type mean nothing. */
export async function isAcceptedPicture(head: Buffer): Promise<boolean> {
  const type = await fileTypeFromBuffer(head);
  return type !== undefined && (pictureTypes.has(type.mime) || (type.mime === 'image/heif' && hasAvifBrand(head)));
}

/** Whether a file whose first brand is that of HEIF in general names AVIF among the others (ISO/IEC 14496-12, 4.3). */
function hasAvifBrand(head: Buffer): boolean {
  const others = head.toString('latin1', 16, head.readUInt32BE(0));
  return others.match(/.{4}/gs)?.includes('avif') ?? false;
}

/** Whether a file has the header of a PDF, which may follow up to 1 KB of other bytes. */
export const hasPdfHeader = (head: Buffer): boolean => head.subarray(0, 1024).includes('%PDF-');
