import type { Readable } from 'node:stream';
import { operations, Upload } from '@tma/contracts';
import { HttpError, inSpan, traceHeaders, unavailable } from '@tma/kit';
import { type Dispatcher, Pool } from 'undici';
import type { z } from 'zod';

export type Stored = z.infer<typeof Upload>;
export interface Sender {
  /** The caller's own token: files checks for itself who they are. */
  token: string;
  requestId: string;
}

/** The files service, called in the name of who submits a report. */
export interface Files {
  /** Stores one file as it flows. Throws the service's own refusal, or 503 when it cannot be reached. */
  store(
    kind: 'image' | 'document',
    of: { reportId: string; tehsil: string },
    by: Sender,
    content: Readable,
  ): Promise<Stored>;
  /** Removes the files of a report that was refused after all. */
  discard(reportId: string, by: Sender): Promise<void>;
  close(): Promise<void>;
}

export function connectFiles(url: string): Files {
  const { origin } = new URL(url);
  const pool = new Pool(origin, { connections: 64, headersTimeout: 60_000, bodyTimeout: 30_000, connectTimeout: 3000 });
  const headersOf = ({ token, requestId }: Sender) => ({
    authorization: `Bearer ${token}`,
    'x-request-id': requestId,
    ...traceHeaders(),
  });
  /** A call of files, as a span of its own. */
  const call = (name: string, options: () => Dispatcher.RequestOptions) =>
    inSpan({ name, kind: 'client' }, () => pool.request(options()));

  return {
    async store(kind, { reportId, tehsil }, by, content) {
      const query = new URLSearchParams({ kind, reportId, tehsil });
      const answer = await call('store a file', () => ({
        method: operations.upload.method,
        path: `${operations.upload.path}?${query}`,
        headers: { ...headersOf(by), 'content-type': 'application/octet-stream' },
        body: content,
      })).catch((error: unknown) => {
        throw unavailable(error);
      });
      const body: unknown = await answer.body.json();
      if (answer.statusCode === 201) return Upload.parse(body);
      throw passedOn(kind, answer.statusCode, body);
    },

    async discard(reportId, by) {
      const { method, path } = operations.discardUploads;
      const query = new URLSearchParams({ reportId });
      const answer = await call('discard files', () => ({ method, path: `${path}?${query}`, headers: headersOf(by) }));
      await answer.body.dump();
    },

    close: () => pool.close(),
  };
}

/** What files refuses is said to the sender in its own words, and of which field; what fails there is nobody's fault here. */
function passedOn(kind: string, status: number, body: unknown): HttpError {
  const { code, detail } = body as { code?: unknown; detail?: unknown };
  if (status >= 500 || typeof code !== 'string' || typeof detail !== 'string') {
    return unavailable(new Error(`files answered ${status}`));
  }
  return new HttpError(status, code, detail, { errors: [{ path: kind, message: detail }] });
}
