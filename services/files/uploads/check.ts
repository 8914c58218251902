import { HttpError } from '@tma/kit';
import type { Files } from '../context.ts';
import { hasPdfHeader, isAcceptedPicture } from './file-types.ts';
import type { Measurements } from './measuring-stream.ts';

const wrongPicture = () => new HttpError(400, 'invalid_request', 'Please select a valid image file (JPEG/PNG).');
const wrongPdf = () => new HttpError(400, 'invalid_request', 'Please select a valid PDF file.');

/** Throws 413 or 400 when a stored file is too large or not of its kind; a picture is decoded to its last row. */
export async function checkUpload(
  { config, pictures }: Pick<Files, 'config' | 'pictures'>,
  kind: 'image' | 'document',
  { id, sender }: { id: string; sender: string },
  { tooLarge, head, hasTrailer }: Measurements,
): Promise<void> {
  if (tooLarge) throw new HttpError(413, 'too_large', `The file is larger than ${config.MAX_UPLOAD_MB} MB.`);
  if (kind === 'document') {
    if (!hasPdfHeader(head) || !hasTrailer) throw wrongPdf();
  } else if (!(await isAcceptedPicture(head)) || !(await pictures.canDecode(id, sender))) throw wrongPicture();
}
