import type { Readable } from 'node:stream';
import { operations, type PublicReport, type PublicUpdate } from '@tma/contracts';
import { callService, refusalIn, signSystemToken } from '@tma/kit';
import { type FormData, Pool } from 'undici';
import type { Key } from './keys.store.ts';

/** The form of a report that is passed on: as it was received, with its content type, or made here. */
export type Form = { body: Readable; type: string } | { body: FormData };

interface Submission {
  key: Key;
  isUsedUp: boolean;
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
  const read = ({ method, path }: typeof publicReports | typeof publicUpdates, query: Query) => {
    const call = { name: 'read reports', method, path: `${path}?${new URLSearchParams(query)}` };
    return callService(reads, call, async ({ statusCode, body }) => {
      const json: unknown = await body.json();
      if (statusCode !== 200) throw new Error(`reports answered ${statusCode}`);
      return json;
    });
  };
  return {
    // Checking each of many rows would cost time; reports makes them by the same contract.
    list: async (query: Query) => (await read(publicReports, query)) as PublicReport[],
    updates: async (query: Query) => (await read(publicUpdates, query)) as PublicUpdate[],
    /** Submits a report. Throws the refusal of the service reports, in its words. */
    async submit(form: Form, { key, isUsedUp, idempotencyKey }: Submission) {
      const { id, tehsil, name, mayOmitMedia } = key;
      const token = await signSystemToken(secret, issuer, { id, tehsil, name, mayOmitMedia, isUsedUp });
      const headers = {
        ...('type' in form && { 'content-type': form.type }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      };
      const { method, path, answers } = takeRequest;
      const call = { name: 'submit a report', method, path, token, headers, body: form.body };
      return callService(forms, call, async (answer) => {
        const { statusCode } = answer;
        const body: unknown = await answer.body.json();
        if (statusCode === 200 || statusCode === 201) return { ...answers[201].parse(body), isNew: statusCode === 201 };
        // The token is ours, and no fault of the caller's.
        if (statusCode === 401) throw new Error('reports answered 401');
        throw refusalIn('reports', answer, body);
      });
    },
    close: async () => void (await Promise.all([reads.close(), forms.close()])),
  };
}
