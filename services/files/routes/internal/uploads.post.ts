import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { commitWith, failpoint, type Handler, HttpError, transaction } from '@tma/kit';
import { v7 as uuid } from 'uuid';
import type { Files } from '../../context.ts';
import { originalKey } from '../../storage/storage.ts';
import { insertUpload } from '../../stores/uploads.store.ts';
import { checkUpload } from '../../uploads/check.ts';
import { receive } from '../../uploads/receive.ts';

const megabyte = 1024 * 1024;

/**
 * Stores one file of a report: its bytes are kept durably and checked, then its row is inserted. A crash in between
 * leaves a file without a row, which the sweep removes.
 */
export const upload =
  (files: Files): Handler<'upload'> =>
  async ({ query: { kind, reportId, tehsil }, caller }, request, reply) => {
    const { config, log, pool, pictures, storage, uploadBytes } = files;
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
      const publicName = kind === 'image' ? `${randomBytes(16).toString('hex')}.webp` : null;
      const { bytes, sha256 } = measured;
      const row = { id, kind, reportId, ownerId: caller.id, tehsil, publicName, sha256, bytes };
      const [inserted] = await transaction(pool, (tx) => commitWith(tx, [insertUpload(tx, row)]));
      if (!inserted) throw new HttpError(401, 'session_ended', 'This account is no more.');
      // Not tried again here: a card that is missing is drawn when it is asked for.
      if (checked.value && publicName) {
        await pictures.keepCard({ id, public_name: publicName }, checked.value).catch(logged);
      }
      uploadBytes.inc({ kind }, bytes);
      return reply.code(201).send({ id, path: publicName && `uploads/${publicName}` });
    } catch (error) {
      await storage.delete(key);
      throw error;
    }
  };
