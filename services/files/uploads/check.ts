import { HttpError } from '@tma/kit';
import type { Files } from '../context.ts';
import type { Drawing } from '../pictures/decoder.ts';
import type { Arrived } from '../storage/storage.ts';
import type { UploadKind } from '../stores/uploads.store.ts';
import { hasPdfHeader, isAcceptedPicture } from './file-types.ts';
import type { Measurements } from './measuring-stream.ts';

const wrongPicture = () => new HttpError(400, 'invalid_request', 'Please select a valid image file (JPEG/PNG).');
const wrongPdf = () => new HttpError(400, 'invalid_request', 'Please select a valid PDF file.');

/**
 * Throws 413 or 400 when a file that has arrived is too large or not of its kind, 429 when its sender had too many pictures decoded in
 * vain; a picture is decoded to its last row.
 * @returns the card of a picture, null of a document
 */
export async function checkUpload(
  { config, pictures, limits }: Pick<Files, 'config' | 'pictures' | 'limits'>,
  kind: UploadKind,
  { content, sender }: { content: Arrived; sender: string },
  { tooLarge, head, hasTrailer }: Measurements,
): Promise<Drawing | null> {
  if (tooLarge) throw new HttpError(413, 'too_large', `The file is larger than ${config.MAX_UPLOAD_MB} MB.`);
  if (kind === 'document') {
    if (!hasPdfHeader(head) || !hasTrailer) throw wrongPdf();
    return null;
  }
  if (!(await isAcceptedPicture(head))) throw wrongPicture();
  // Counted before it is decoded, so that pictures sent at once count, too.
  const takeBack = await limits.badPictures.reserve(sender);
  const card = await pictures.drawCard(content, sender, kind === 'proof').catch(async (error) => {
    await takeBack();
    throw error;
  });
  if (!card) throw wrongPicture();
  await takeBack();
  return card;
}
