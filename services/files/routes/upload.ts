import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { failpoint, type Handler, HttpError, ignoreStreamErrors } from '@tma/kit';
import { v7 as uuid } from 'uuid';
import type { Files } from '../context.ts';
import { Intake, type Measured } from '../intake.ts';
import { uploadBytes } from '../metrics.ts';
import { beginsAsPdf, looksLikePicture } from '../sniff.ts';
import { originalKey } from '../storage.ts';
import { insertUpload } from '../store.ts';

/** Stores one file of a report: bytes first, durably, then what they are is checked, then the row. */
export function upload(parts: Files): Handler<'upload'> {
  const { config, pool, storage } = parts;
  return async ({ query, caller }, request, reply) => {
    if (!(request.body instanceof Readable)) {
      throw new HttpError(415, 'unsupported_media_type', 'This content type is not taken here.');
    }
    const id = uuid();
    const key = originalKey(id);
    // A storage may have to make room before it reads.
    const intake = ignoreStreamErrors(new Intake(config.MAX_UPLOAD_MB * 1024 * 1024));
    await arrive(request.body, intake, (content) => storage.put(key, content));
    try {
      failpoint('upload-stored');
      const measured = intake.measured();
      await check(parts, query.kind, id, measured);
      const publicName = query.kind === 'image' ? `${randomBytes(16).toString('hex')}.webp` : null;
      const { bytes, sha256 } = measured;
      const { reportId, tehsil, kind } = query;
      const kept = await insertUpload(pool, {
        id,
        kind,
        reportId,
        ownerId: caller.id,
        tehsil,
        publicName,
        sha256,
        bytes,
      });
      if (!kept) throw new HttpError(401, 'session_ended', 'This account is no more.');
      uploadBytes.inc({ kind }, bytes);
      return reply.code(201).send({ id, path: publicName && `uploads/${publicName}` });
    } catch (error) {
      await storage.delete(key);
      throw error;
    }
  };
}

/** A sender that went away is no fault of ours; a disk that is full is none of theirs. */
async function arrive(body: Readable, intake: Intake, put: (content: Readable) => Promise<void>) {
  let cutOff = false;
  const cut = (error: Error) => {
    cutOff = true;
    intake.destroy(error);
  };
  body.once('error', cut).once('close', () => {
    if (!body.readableEnded) cut(new Error('The sender went away'));
  });
  try {
    await put(body.pipe(intake));
  } catch (error) {
    // What is still to come is read and forgotten: its sender is writing, and hears the answer after that.
    body.unpipe(intake);
    body.resume();
    if (!cutOff) throw error;
    throw new HttpError(400, 'aborted', 'The upload was cut off.', { cause: error });
  }
}

const wrongPicture = () => new HttpError(400, 'invalid_request', 'Please select a valid image file (JPEG/PNG).');
const wrongPdf = () => new HttpError(400, 'invalid_request', 'Please select a valid PDF file.');

/** Throws the refusal that its sender is to see. */
async function check(
  { config, pictures }: Files,
  kind: 'image' | 'document',
  id: string,
  { tooLarge, head, hasTrailer }: Measured,
) {
  if (tooLarge) throw new HttpError(413, 'too_large', `The file is larger than ${config.MAX_UPLOAD_MB} MB.`);
  if (kind === 'document') {
    if (!beginsAsPdf(head) || !hasTrailer) throw wrongPdf();
  } else if (!(await looksLikePicture(head)) || !(await pictures.decodes(id))) throw wrongPicture();
}
