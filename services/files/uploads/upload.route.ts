import { Readable } from 'node:stream';
import { type AnyCaller, type Handler, HttpError, type Parts, tokenError, transaction } from '@tma/kit';
import type { FileRemoval } from '../storage/removal.ts';
import { ownerOf } from './owners.ts';
import { storeUpload, type UploadParts } from './store-upload.ts';
import { deleteUnclaimed } from './unclaimed.store.ts';
import type { UploadKind } from './uploads.store.ts';

/**
 * Residents send the files of their reports, administrators those of reports that they write down, and pictures of finished work, in
 * their own tehsil; crew the latter alone. Other systems bring pictures.
 */
function maySend(caller: AnyCaller, kind: UploadKind, tehsil: string): boolean {
  switch (caller.audience) {
    case 'admin':
      return caller.tehsil === tehsil && (kind === 'proof' || caller.role !== 'crew');
    case 'system':
      return caller.tehsil === tehsil && kind === 'image';
    case 'resident':
      return kind !== 'proof';
    default:
      return false;
  }
}

/** `POST /internal/uploads`: stores one file of a report. */
export const upload =
  (parts: UploadParts): Handler<'upload'> =>
  async ({ query: { kind, reportId, tehsil }, caller }, request, reply) => {
    if (!maySend(caller, kind, tehsil)) throw tokenError('problem', 'audience');
    if (!(request.body instanceof Readable)) {
      throw new HttpError(415, 'unsupported_media_type', 'This content type is not taken here.');
    }
    const stored = await storeUpload(
      parts,
      { kind, reportId, tehsil, ownerId: ownerOf(caller, reportId, kind !== 'proof'), senderId: caller.id },
      request.body,
    );
    return reply.code(201).send(stored);
  };

/** `DELETE /internal/uploads`: removes the caller's own uploads of a report that was refused, or one of them; a claimed one never. */
export const discardUploads =
  ({ pool, removal }: Pick<Parts, 'pool'> & { removal: FileRemoval }): Handler<'discardUploads'> =>
  async ({ query: { reportId, uploadId = null }, caller }, _request, reply) => {
    const owner = ownerOf(caller, reportId, uploadId === null);
    await removal.remove(await transaction(pool, (tx) => deleteUnclaimed(tx, reportId, owner, uploadId)));
    return reply.code(204).send();
  };
