import type { Readable } from 'node:stream';
import { operations, Upload } from '@tma/contracts';
import { HttpError, inSpan, type Parts, traceHeaders, unavailable } from '@tma/kit';
import { type Dispatcher, Pool } from 'undici';
import type { z } from 'zod';

export type StoredFile = z.infer<typeof Upload>;
export const fileKinds = ['image', 'document'] as const;
export type FileKind = (typeof fileKinds)[number];

/** Whose files are stored, and for which report. */
interface UploadOptions {
  reportId: string;
  /** Who may see the document until the report exists; the event ReportCreated then names the report's own tehsil. */
  tehsil: string | undefined;
  /** The caller's own token: the files service checks for itself who they are. */
  token: string;
  requestId: string;
}

/** The files of one report that is being submitted. */
export interface Uploads {
  /**
   * Stores one file as it flows; without a tehsil, where the report will be refused, it is only read.
   * Throws the files service's own refusal, or 503 when it cannot be reached.
   */
  store(kind: FileKind, content: Readable): Promise<StoredFile | null>;
  /** Removes the stored files. A failure is logged: unclaimed uploads are swept anyway. */
  discard(): Promise<void>;
}

/** The files service. */
export interface Files {
  uploads(options: UploadOptions): Uploads;
  close(): Promise<void>;
}

export function connectFiles(url: string, log: Parts['log']): Files {
  const { origin } = new URL(url);
  // Two files of each upload that the gateway sends at once.
  const connections = 128;
  const pool = new Pool(origin, { connections, headersTimeout: 60_000, bodyTimeout: 30_000, connectTimeout: 3000 });

  return {
    uploads({ reportId, tehsil, token, requestId }) {
      const call = (name: string, request: Pick<Dispatcher.RequestOptions, 'method' | 'path' | 'body'>) =>
        inSpan({ name, kind: 'client' }, () => {
          const headers = { authorization: `Bearer ${token}`, 'x-request-id': requestId, ...traceHeaders() };
          const type = request.body && { 'content-type': 'application/octet-stream' };
          return pool.request({ ...request, headers: { ...headers, ...type } });
        });
      return {
        async store(kind, content) {
          if (!tehsil) {
            content.resume();
            return null;
          }
          const { method, path } = operations.upload;
          const query = new URLSearchParams({ kind, reportId, tehsil });
          try {
            const answer = await call('store a file', { method, path: `${path}?${query}`, body: content });
            const body: unknown = await answer.body.json();
            if (answer.statusCode === 201) return Upload.parse(body);
            throw refusalIn(kind, answer, body);
          } catch (error) {
            throw error instanceof HttpError ? error : unavailable(error);
          }
        },

        async discard() {
          const { method, path } = operations.discardUploads;
          const query = new URLSearchParams({ reportId });
          try {
            const answer = await call('discard files', { method, path: `${path}?${query}` });
            await answer.body.dump();
          } catch (error) {
            log.warn({ err: error, id: reportId }, 'uploads are left to the sweep');
          }
        },
      };
    },
    close: () => pool.close(),
  };
}

/** A refusal of the files service, in its own words and naming the form's field; any failure of the service is a 503. */
function refusalIn(
  kind: FileKind,
  { statusCode: status, headers }: Pick<Dispatcher.ResponseData, 'statusCode' | 'headers'>,
  body: unknown,
): HttpError {
  const { code, detail } = body as { code?: unknown; detail?: unknown };
  if (status >= 500 || typeof code !== 'string' || typeof detail !== 'string') {
    return unavailable(new Error(`files answered ${status}`));
  }
  const limit = Object.entries(headers).filter(([name]) => /^(retry-after|ratelimit(-\w+)?)$/.test(name));
  return new HttpError(status, code, detail, {
    errors: [{ path: kind, message: detail }],
    headers: Object.fromEntries(limit.map(([name, value]) => [name, String(value)])),
  });
}
