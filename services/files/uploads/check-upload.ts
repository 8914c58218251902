import { HttpError, type Limit } from '@tma/kit';
import type { Rendering } from '../rendering/decoder/decoder.ts';
import type { Renderer } from '../rendering/renderer.ts';
import type { ReceivedFile } from '../storage/storage.ts';
import { hasPdfHeader, isAcceptedPicture } from './file-types.ts';
import type { Measurements } from './measuring-stream.ts';
import type { UploadKind } from './uploads.store.ts';

export interface CheckParts {
  config: { MAX_UPLOAD_MB: number };
  renderer: Renderer;
  limits: {
    /** Undecodable pictures, by their sender's id. */
    badPictures: Limit;
    /** Refused files, by their sender's id. */
    refusedFiles: Limit;
  };
}

/** 413 */
export const fileTooLarge = ({ MAX_UPLOAD_MB }: CheckParts['config']) =>
  new HttpError(413, 'too_large', `The file is larger than ${MAX_UPLOAD_MB} MB.`);
const wrongPicture = () => new HttpError(400, 'invalid_request', 'Please select a valid image file (JPEG/PNG).');
const wrongPdf = () => new HttpError(400, 'invalid_request', 'Please select a valid PDF file.');

/**
 * Throws 400 when a file is not of its kind, 429 when its sender sent too many undecodable pictures; a picture is
 * decoded to its last row.
 * @returns the card of a picture, null of a document
 */
export async function checkUpload(
  { renderer, limits }: CheckParts,
  kind: UploadKind,
  { file, sender }: { file: ReceivedFile; sender: string },
  { head, hasTrailer }: Measurements,
): Promise<Rendering | null> {
  if (kind === 'document') {
    if (!hasPdfHeader(head) || !hasTrailer) throw wrongPdf();
    return null;
  }
  if (!(await isAcceptedPicture(head))) throw wrongPicture();
  // Counted before it is decoded, so that pictures sent at once count, too.
  const takeBack = await limits.badPictures.reserve(sender);
  const card = await renderer.renderCard(file, sender, kind === 'proof').catch(async (error) => {
    await takeBack();
    throw error;
  });
  if (!card) throw wrongPicture();
  await takeBack();
  return card;
}
