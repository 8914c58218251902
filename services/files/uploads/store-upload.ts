import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { accountErased, failpoint, HttpError, noteAct, type Parts, type Pool, transaction } from '@tma/kit';
import { v7 as uuid } from 'uuid';
import type { Rendering } from '../rendering/decoder/decoder.ts';
import { originalKey } from '../storage/keys.ts';
import type { ReceivedFile, Storage } from '../storage/storage.ts';
import { findAlike } from './alike.store.ts';
import { type CheckParts, checkUpload, fileTooLarge } from './check-upload.ts';
import type { Measurements } from './measuring-stream.ts';
import type { UploadBytes } from './metrics.ts';
import { waitForErasure } from './owners.store.ts';
import { receive } from './receive.ts';
import type { Scanner } from './scanning/scanner.ts';
import { insertUpload, type NewUpload } from './uploads.store.ts';

export type UploadParts = Pick<Parts, 'log' | 'pool'> &
  CheckParts & { storage: Storage; scanner: Scanner; uploadBytes: UploadBytes };

type Description = Pick<NewUpload, 'kind' | 'reportId' | 'tehsil' | 'ownerId'> & { senderId: string };

const megabyte = 1024 * 1024;

/**
 * Stores one file of a report: its bytes are kept durably and checked, then its row is inserted. A crash in between
 * leaves a file without a row, which the sweep removes. Throws 413 for a file that was cut at the limit, 429 when too many
 * of its sender were refused, and as the scanner and `checkUpload` do.
 * @returns the answer to the sender
 */
export async function storeUpload(parts: UploadParts, description: Description, body: Readable) {
  const { config, limits, log, pool, storage, uploadBytes } = parts;
  const id = uuid();
  const [file, measured] = await receive(body, config.MAX_UPLOAD_MB * megabyte, storage.receive);
  let takeBack = async () => {};
  try {
    // Counted as refused until it is stored, before anything else is done with it.
    takeBack = await limits.refusedFiles.reserve(description.senderId);
    if (measured.tooLarge) throw fileTooLarge(config);
    await scan(parts, file, { ...description, id });
    const card = await keepAndCheck(parts, file, { ...description, id }, measured);
    failpoint('upload-stored');
    const { bytes, sha256 } = measured;
    const publicName = card && `${randomBytes(16).toString('hex')}.webp`;
    const row: NewUpload = { ...description, id, publicName, sha256, bytes, hash: card?.hash ?? null };
    // Compared before its own row is inserted, which would be alike.
    const proof = row.kind === 'proof' && (await traitsOf(pool, row, card));
    await insertUnlessErased(pool, row);
    if (card && publicName) await storeCard(parts, id, publicName, card);
    uploadBytes.inc({ kind: row.kind }, bytes);
    await takeBack();
    return { id, path: publicName && `uploads/${publicName}`, ...(proof && { proof }) };
  } catch (error) {
    // A failure of ours must not count against the sender.
    if (!(error instanceof HttpError) || error.status >= 500) await takeBack();
    await storage
      .delete(originalKey(id))
      .catch((failed: unknown) => log.warn({ err: failed, id }, 'a refused file is left to the sweep'));
    throw error;
  } finally {
    await file.close();
  }
}

/** The features that show whether a picture of finished work is new. */
async function traitsOf(pool: Pool, row: NewUpload, card: Rendering | null) {
  const { hash, takenAt, cropped } = card ?? { hash: null, takenAt: null, cropped: [] };
  return { sha256: row.sha256, hash, cropped, takenAt, ...(await findAlike(pool, { ...row, cropped })) };
}

/**
 * Scans a file before anything else reads or stores it. What the scanner finds is also written into the audit log. Throws as the
 * scanner does.
 */
const scan = (
  { log, pool, scanner }: UploadParts,
  file: ReceivedFile,
  { id, kind, senderId, tehsil }: Description & { id: string },
): Promise<void> =>
  scanner.check(file, senderId, async (signature) => {
    log.warn({ id, kind, senderId, signature }, 'an upload was refused by the scanner');
    const act = { kind: 'file-refused', about: kind, detail: signature } as const;
    await transaction(pool, (tx) => noteAct(tx, 'files', { id: null, tehsil }, act));
  });

/**
 * Stores and checks a file at the same time: one waits for the disk, the other for a processor.
 * @returns the card of a picture, null for a document
 */
async function keepAndCheck(
  parts: UploadParts,
  file: ReceivedFile,
  upload: Description & { id: string },
  measured: Measurements,
): Promise<Rendering | null> {
  const { kind, senderId } = upload;
  const [kept, checked] = await Promise.allSettled([
    file.keep(originalKey(upload.id)),
    checkUpload(parts, kind, { file, sender: senderId }, measured),
  ]);
  if (kept.status === 'rejected') throw kept.reason;
  if (checked.status === 'rejected') throw checked.reason;
  return checked.value;
}

/** Throws 401 when the owner's account was erased meanwhile. */
const insertUnlessErased = (pool: Pool, row: NewUpload): Promise<void> =>
  transaction(pool, async (tx) => {
    await waitForErasure(tx, row.ownerId);
    if (!(await insertUpload(tx, row))) throw accountErased();
  });

/** Not tried again when it fails: a card that is missing is rendered when it is asked for. */
const storeCard = ({ log, renderer }: UploadParts, id: string, publicName: string, { content }: Rendering) =>
  renderer
    .storeCard({ id, public_name: publicName }, content)
    .catch((error: unknown) => log.warn({ err: error, id }, 'the card of a picture is not stored yet'));
