import type { Readable } from 'node:stream';
import { operations, Problem, type PublicReport, type PublicUpdate } from '@tma/contracts';
import { HttpError, inSpan, limitHeaders, signSystemToken, traceHeaders, unavailable } from '@tma/kit';
import { type Dispatcher, type FormData, Pool } from 'undici';
import type { Key } from './keys.store.ts';

/** The form of a report that is passed on: as it was received, with its content type, or made here. */
export type Form = { body: Readable; type: string } | { body: FormData };

interface Submission {
  key: Key;
  isUsedUp: boolean;
  requestId: string;
  /** As the caller sent it. */
  idempotencyKey: string | undefined;
}

type Query = Record<string, string>;

/** Timeouts in milliseconds: of reads, and of forms, which take longer. */
const readMs = { headersTimeout: 8000, bodyTimeout: 8000 };
const formMs = { headersTimeout: 60_000, bodyTimeout: 30_000 };

const { publicReports, publicUpdates, takeRequest } = operations;

export type ReportsClient = ReturnType<typeof connectReports>;

/** The service reports. Every call throws 503 when it is away. @param secret shared with reports @param issuer of tokens */
export function connectReports(url: string, secret: Uint8Array, issuer: string) {
  const { origin } = new URL(url);
  // Forms take long: reads have connections of their own, and never wait for one.
  const reads = new Pool(origin, { connections: 32, connectTimeout: 2000, ...readMs });
  const forms = new Pool(origin, { connections: 64, connectTimeout: 3000, ...formMs });
  return {
    // Checking each of many rows would cost time; reports makes them by the same contract.
    list: async (query: Query) => (await read(reads, publicReports.path, query)) as PublicReport[],
    updates: async (query: Query) => (await read(reads, publicUpdates.path, query)) as PublicUpdate[],
    /** Submits a report. Throws the refusal of the service reports, in its words. */
    submit: (form: Form, submission: Submission) =>
      inSpan({ name: 'bring a report', kind: 'client' }, async () => {
        const { id, tehsil, name, mayOmitMedia } = submission.key;
        const claims = { id, tehsil, name, mayOmitMedia, isUsedUp: submission.isUsedUp };
        const token = await signSystemToken(secret, issuer, claims);
        const { method, path } = takeRequest;
        try {
          const headers = headersOf(form, submission, token);
          const answer = await forms.request({ method, path, headers, body: form.body });
          const body: unknown = await answer.body.json();
          if (answer.statusCode === 201 || answer.statusCode === 200) {
            return { ...takeRequest.answers[201].parse(body), isNew: answer.statusCode === 201 };
          }
          throw refusalIn(answer, body);
        } catch (error) {
          throw error instanceof HttpError ? error : unavailable(error);
        }
      }),
    close: async () => void (await Promise.all([reads.close(), forms.close()])),
  };
}

const read = (reads: Pool, path: string, query: Query) =>
  inSpan({ name: 'read reports', kind: 'client' }, async () => {
    try {
      const asked = `${path}?${new URLSearchParams(query)}`;
      const { statusCode, body } = await reads.request({ method: 'GET', path: asked, headers: traceHeaders() });
      const json: unknown = await body.json();
      if (statusCode !== 200) throw new Error(`reports answered ${statusCode}`);
      return json;
    } catch (error) {
      throw unavailable(error);
    }
  });

const headersOf = (form: Form, { requestId, idempotencyKey }: Submission, token: string) => ({
  authorization: `Bearer ${token}`,
  'x-request-id': requestId,
  ...('type' in form && { 'content-type': form.type }),
  ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
  ...traceHeaders(),
});

const Refusal = Problem.pick({ code: true, detail: true, errors: true });

/** A refusal of the service reports, in its words; any failure, and a token that it does not accept, is a 503. */
function refusalIn({ statusCode, headers }: Dispatcher.ResponseData, body: unknown): HttpError {
  const { data } = Refusal.safeParse(body);
  if (!data || statusCode >= 500 || statusCode === 401) return unavailable(new Error(`reports answered ${statusCode}`));
  return new HttpError(statusCode, data.code, data.detail, {
    ...(data.errors && { errors: data.errors }),
    headers: limitHeaders(Object.entries(headers)),
  });
}
