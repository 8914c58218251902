/** Kannel's HTTP interface (kannel.org, User's Guide, "Using the HTTP Interface to Send SMS Messages"). */
import type { NotifyConfig } from '../../config.ts';
import type { Failure } from '../../queue/channel.ts';
import { sizeOf } from '../../texts/sms/segments.ts';

const timeoutMs = 15_000;
/** Receipts are asked for delivery (1), failure (2), acceptance by the network (8) and its refusal (16). */
const receiptMask = 1 + 2 + 8 + 16;

/** Kannel's answer, without the number. */
class KannelError extends Error {
  readonly failure: Failure;
  constructor(message: string, failure: Failure, cause?: unknown) {
    super(message, { cause });
    this.failure = failure;
  }
}

interface HandedOver {
  to: string;
  text: string;
  /** Its position in the queue, which its receipts name. */
  position: string;
  /** How long the network tries to deliver it. */
  goodForMs: number;
}

/** @param url of Kannel's smsbox, `kannel://user:password@host:port` */
export function createKannel(url: string, { SMS_FROM, SMS_CALLBACK, SMS_KEY }: NotifyConfig) {
  const { hostname, port, username, password } = new URL(url);
  const receipts = (position: string) =>
    `${SMS_CALLBACK}/receipt?${new URLSearchParams({ key: SMS_KEY, position })}&status=%d`;
  /** Hands a message over. Throws what `failureOf` understands. */
  return async ({ to, text, position, goodForMs }: HandedOver, signal: AbortSignal): Promise<void> => {
    const query = new URLSearchParams({
      ...{ username: decodeURIComponent(username), password: decodeURIComponent(password) },
      ...{ from: SMS_FROM, to, text, charset: 'UTF-8', coding: sizeOf(text).encoding === 'UCS-2' ? '2' : '0' },
      validity: String(Math.ceil(goodForMs / 60_000)),
      ...{ 'dlr-mask': String(receiptMask), 'dlr-url': receipts(position) },
    });
    const answer = await fetch(`http://${hostname}:${port}/cgi-bin/sendsms?${query}`, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      redirect: 'error',
    }).catch((error: unknown) => {
      throw lost(error);
    });
    // The body is not needed, and may not end.
    await answer.body?.cancel().catch(() => {});
    if (!answer.ok) throw new KannelError(`Kannel answered ${answer.status}`, failureOfStatus(answer.status));
  };
}

/** The codes of errors without a connection, after which nothing was sent. */
const neverThere = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'];

function lost(error: unknown): KannelError {
  const { code = '' } = ((error as Error).cause ?? {}) as { code?: string };
  if (neverThere.includes(code)) return new KannelError(`Kannel is away (${code})`, 'unreachable', error);
  return new KannelError('Kannel did not answer', 'uncertain', error);
}

/** Only a 400 is about the message; other errors are about the settings or Kannel. */
function failureOfStatus(status: number): Failure {
  if (status >= 500) return 'deferred';
  return status === 400 ? 'rejected' : 'unreachable';
}

/** How sending failed. Another error was thrown before anything was sent. */
export const failureOf = (error: unknown): Failure => (error instanceof KannelError ? error.failure : 'deferred');
