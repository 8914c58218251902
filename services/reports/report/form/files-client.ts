import type { Readable } from 'node:stream';
import { operations, Upload } from '@tma/contracts';
import { callService, type Parts, refusalIn } from '@tma/kit';
import { Pool } from 'undici';
import type { z } from 'zod';

export type StoredFile = z.infer<typeof Upload>;
export type FileKind = 'image' | 'document';

/** Whose files are stored, and for which report. */
interface UploadOptions {
  reportId: string;
  /** Who may see the document until the report exists; the event ReportCreated then names the report's own tehsil. */
  tehsil: string | undefined;
  /** The caller's own token: the files service checks for itself who they are. */
  token: string;
}

/** The files of one form, of a report or of a picture of finished work. */
export interface Uploads {
  /**
   * Stores one file as it flows; without a tehsil, where the report will be refused, it is only read.
   * Throws the files service's own refusal, or 503 when it cannot be reached.
   */
  store(kind: FileKind, content: Readable): Promise<StoredFile | null>;
  /** Whether a file was stored, also where the form was broken off behind it. */
  hasStored(): boolean;
  /** Removes the stored files, and no others of the report. A failure is logged: unclaimed uploads are swept anyway. */
  discard(): Promise<void>;
}

/** What files calls each file of a form; those without a name are only read. */
type SentAs = Partial<Record<FileKind, string>>;

export type Files = ReturnType<typeof connectFiles>;

export function connectFiles(url: string, log: Parts['log']) {
  // Two files of each upload that the gateway sends at once.
  const connections = 128;
  const timeouts = { headersTimeout: 60_000, bodyTimeout: 30_000, connectTimeout: 3000 };
  const pool = new Pool(new URL(url).origin, { connections, ...timeouts });
  const open = (options: UploadOptions, sentAs: SentAs): Uploads => {
    let storedId: string | undefined;
    return {
      async store(kind, content) {
        const stored = await store(pool, options, sentAs, kind, content);
        storedId ??= stored?.id;
        return stored;
      },
      hasStored: () => storedId !== undefined,
      async discard() {
        if (sentAs.image !== 'proof') await discard(pool, log, options);
        // The report has other files, which stay.
        else if (storedId) await discard(pool, log, options, storedId);
      },
    };
  };
  return {
    uploads: (options: UploadOptions) => open(options, { image: 'image', document: 'document' }),
    /** The same for a form whose `image` is a picture of finished work; other files in it are only read. */
    proof: (options: UploadOptions) => open(options, { image: 'proof' }),
    close: () => pool.close(),
  };
}

async function store(
  pool: Pool,
  { reportId, tehsil, token }: UploadOptions,
  sentAs: SentAs,
  kind: FileKind,
  content: Readable,
): Promise<StoredFile | null> {
  const sent = sentAs[kind];
  if (!tehsil || !sent) {
    content.resume();
    return null;
  }
  const { method, path } = operations.upload;
  const query = new URLSearchParams({ kind: sent, reportId, tehsil });
  const headers = { 'content-type': 'application/octet-stream' };
  const call = { name: 'store a file', method, path: `${path}?${query}`, token, headers, body: content };
  return callService(pool, call, async (answer) => {
    const body: unknown = await answer.body.json();
    if (answer.statusCode === 201) return Upload.parse(body);
    throw refusalIn('files', answer, body, kind);
  });
}

/** Removes what was stored for the report, or one file of that. */
async function discard(
  pool: Pool,
  log: Parts['log'],
  { reportId, token }: UploadOptions,
  uploadId?: string,
): Promise<void> {
  const { method, path } = operations.discardUploads;
  const query = new URLSearchParams({ reportId, ...(uploadId && { uploadId }) });
  const call = { name: 'discard files', method, path: `${path}?${query}`, token };
  try {
    const status = await callService(pool, call, async ({ statusCode, body }) => {
      await body.dump();
      return statusCode;
    });
    if (status >= 400) throw new Error(`files answered ${status}`);
  } catch (error) {
    log.warn({ err: error, id: reportId }, 'uploads are left to the sweep');
  }
}
