import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { type Caller, commitWith, failpoint, type Handler, HttpError, transaction } from '@tma/kit';
import { v7 as uuid } from 'uuid';
import type { Files } from '../../context.ts';
import { originalKey } from '../../storage/storage.ts';
import { findAlike } from '../../stores/alike.store.ts';
import { insertUpload, type UploadKind } from '../../stores/uploads.store.ts';
import { checkUpload } from '../../uploads/check.ts';
import { receive } from '../../uploads/receive.ts';

const megabyte = 1024 * 1024;

/** Residents send the files of their reports, administrators pictures of finished work in their own tehsil. */
const maySend = (caller: Caller, kind: UploadKind, tehsil: string) =>
  caller.audience === 'admin' ? kind === 'proof' && caller.tehsil === tehsil : kind !== 'proof';

/**
 * Stores one file of a report: its bytes are kept durably and checked, then its row is inserted. A crash in between
 * leaves a file without a row, which the sweep removes.
 */
export const upload =
  (files: Files): Handler<'upload'> =>
  async ({ query: { kind, reportId, tehsil }, caller }, request, reply) => {
    const { config, log, pool, pictures, storage, uploadBytes } = files;
    if (!maySend(caller, kind, tehsil)) throw new HttpError(403, 'forbidden', 'This account may not do that.');
    if (!(request.body instanceof Readable)) {
      throw new HttpError(415, 'unsupported_media_type', 'This content type is not taken here.');
    }
    const id = uuid();
    const logged = (error: unknown) => log.warn({ err: error, id }, 'the card of a picture is not stored yet');
    const key = originalKey(id);
    const [arrived, measured] = await receive(request.body, config.MAX_UPLOAD_MB * megabyte, storage.receive);
    try {
      // At the same time, as one waits for the disk and the other for a processor.
      const [kept, checked] = await Promise.allSettled([
        arrived.keep(key),
        checkUpload(files, kind, { content: arrived, sender: caller.id }, measured),
      ]).finally(arrived.close);
      if (kept.status === 'rejected') throw kept.reason;
      if (checked.status === 'rejected') throw checked.reason;
      failpoint('upload-stored');
      const card = checked.value;
      const publicName = card && `${randomBytes(16).toString('hex')}.webp`;
      const { bytes, sha256 } = measured;
      const hash = card?.hash ?? null;
      // Before its own row is there, which it is like.
      const proof = kind === 'proof' && {
        sha256,
        takenAt: card?.takenAt ?? null,
        ...(await findAlike(pool, { reportId, tehsil, sha256, hash })),
      };
      const row = { id, kind, reportId, ownerId: caller.id, tehsil, publicName, sha256, bytes, hash };
      const [inserted] = await transaction(pool, (tx) => commitWith(tx, [insertUpload(tx, row)]));
      if (!inserted) throw new HttpError(401, 'session_ended', 'This account is no more.');
      // Not tried again here: a card that is missing is drawn when it is asked for.
      if (card && publicName) await pictures.keepCard({ id, public_name: publicName }, card.content).catch(logged);
      uploadBytes.inc({ kind }, bytes);
      return reply.code(201).send({ id, path: publicName && `uploads/${publicName}`, ...(proof && { proof }) });
    } catch (error) {
      await storage.delete(key);
      throw error;
    }
  };
