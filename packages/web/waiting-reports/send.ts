/** Sending waiting reports: for pages and the worker alike, so nothing here needs a page. */
import { ApiError, readError, statusOf } from '@tma/web/api/api-error';
import { withLock } from '@tma/web/lock';
import { longestUpload } from '@tma/web/network/longest-upload';
import { publishChange, type WaitingChange } from '@tma/web/waiting-reports/changes';
import { filesGone, formOf, type Refusal, type ReportFiles, type WaitingReport } from '@tma/web/waiting-reports/report';
import { type Attempt, attemptOf, canBeSent, stateAfter, waitAfter } from '@tma/web/waiting-reports/states';
import { changeReport, readFiles, readReport, removeReport } from '@tma/web/waiting-reports/store';

interface Envelope {
  body: FormData;
  token: string;
  headers: { 'idempotency-key': string };
}

/** Sends it and returns what was answered. Throws `ApiError` for a refusal, anything else where no answer came. */
export type Transport = (envelope: Envelope) => Promise<unknown>;

/** By what pages and workers have alike. Whatever else a call does for a page would come into the worker with it. */
const byFetch: Transport = async ({ body, token, headers }) => {
  const answer = await fetch('/newrequest', {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${token}` },
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(longestUpload),
  });
  if (answer.ok) return answer.json();
  throw readError(answer.status, await answer.json().catch(() => undefined), answer.headers.get('retry-after'));
};

interface SendOptions {
  /**
   * The token of that person. Asked once more where the first is refused, with that one. Throws an `ApiError` where there
   * is none.
   */
  readToken: (userId: string, refused?: string) => Promise<string>;
  transport?: Transport;
  /** Whether to send a waiting report, as it stands once nobody else is sending it. */
  isDue?: (report: WaitingReport) => boolean;
  /** Whether to wait for whoever else is sending it. */
  waits?: boolean;
}

/** Whether it is the row of a report, not the answer of somebody between, with status 200. */
function isRow(answer: unknown): boolean {
  const { id, reference }: Record<string, unknown> = Object(answer);
  return typeof id === 'string' && typeof reference === 'string';
}

/** One attempt to send a report, whether it is stored or not. Throws nothing. */
export async function attempt(
  report: Pick<WaitingReport, 'userId' | 'key' | 'fields'>,
  files: ReportFiles,
  { readToken, transport = byFetch }: SendOptions,
): Promise<Attempt> {
  const body = formOf(report, files);
  const headers = { 'idempotency-key': report.key };
  const post = async (token: string) => {
    if (!isRow(await transport({ body, token, headers }))) throw new TypeError('This is not an answer');
  };
  try {
    const token = await readToken(report.userId);
    await post(token).catch(async (error: unknown) => {
      if (statusOf(error) !== 401) throw error;
      const other = await readToken(report.userId, token);
      if (other === token) throw error;
      await post(other);
    });
    return { result: 'accepted' };
  } catch (error) {
    return attemptOf(error);
  }
}

/** Files read whole, so that one that the browser has lost is noticed before anything is sent. Throws where one is. */
async function readWhole(files: ReportFiles | undefined): Promise<ReportFiles> {
  if (!files) throw new TypeError('The files are gone');
  const whole = Object.entries(files).map(async ([name, file]) => {
    const bytes = file && (await file.arrayBuffer());
    return [name, file && bytes && new File([bytes], file.name, { type: file.type })] as const;
  });
  return Object.fromEntries(await Promise.all(whole));
}

async function attemptFromDevice(report: WaitingReport, options: SendOptions): Promise<Attempt> {
  const files = await readWhole(await readFiles(report)).catch(() => null);
  if (!files) return { result: 'refused', error: new ApiError(0, filesGone, '') };
  return attempt(report, files, options);
}

/** What is stored of a refusal. */
const refusalOf = ({ status, code, message, errors }: ApiError): Refusal => ({ status, code, message, errors });

/** Stores what came of an attempt; removes a report that was accepted. */
async function settle(report: WaitingReport, done: Attempt): Promise<void> {
  const state = stateAfter[done.result];
  if (state === null) return removeReport(report);
  const refusal = done.result === 'refused' ? refusalOf(done.error) : undefined;
  await changeReport(report, { state, wait: waitAfter(done, report.wait, Date.now()), refusal });
}

/**
 * Sends a waiting report, and stores what came of it. No other tab and not the worker sends it meanwhile; null where one
 * of them is sending it or has sent it, or its writer has to change something first.
 */
export async function sendReport(
  { userId, key }: Pick<WaitingReport, 'userId' | 'key'>,
  options: SendOptions,
): Promise<Attempt | null> {
  const done = await withLock(
    key,
    async () => {
      const report = await readReport({ userId, key });
      if (!report || !canBeSent(report.state) || options.isDue?.(report) === false) return null;
      publishChange({ kind: 'sending', userId, key });
      let kind: WaitingChange['kind'] = 'changed';
      try {
        const came = await attemptFromDevice(report, options);
        await settle(report, came);
        if (came.result === 'accepted') kind = 'sent';
        return came;
      } finally {
        // Also where the device could not store what came of it: nobody is sending it any more.
        publishChange({ kind, userId, key });
      }
    },
    options.waits,
  );
  return done ?? null;
}
