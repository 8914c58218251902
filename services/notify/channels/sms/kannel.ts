/** Kannel's HTTP interface (kannel.org, User's Guide, "Using the HTTP Interface to Send SMS Messages"). */
import type { Failure } from '../../queue/channel.ts';
import { sizeOf } from '../../texts/sms/segments.ts';
import type { SmsConfig } from './config.ts';

const timeoutMs = 15_000;
/** A receipt when it was delivered (1), could not be (2), was taken by the network (8), and was refused by it (16). */
const receiptMask = 1 + 2 + 8 + 16;

/** What the gateway answered, without the number. */
class GatewayError extends Error {
  readonly failure: Failure;
  constructor(message: string, failure: Failure, cause?: unknown) {
    super(message, { cause });
    this.failure = failure;
  }
}

interface Handed {
  to: string;
  text: string;
  /** Its place in the queue, which its receipts name. */
  position: string;
  /** After it the network no longer tries to deliver it. */
  goodForMs: number;
}

/** @param gateway `kannel://user:password@host:port`, of its smsbox */
export function createKannel(gateway: string, { SMS_FROM, SMS_CALLBACK, SMS_KEY }: SmsConfig) {
  const { hostname, port, username, password } = new URL(gateway);
  const receipts = (position: string) =>
    `${SMS_CALLBACK}/receipt?${new URLSearchParams({ key: SMS_KEY, position })}&status=%d`;
  /** Hands a message over. Throws what `failureOf` understands. */
  return async ({ to, text, position, goodForMs }: Handed, signal: AbortSignal): Promise<void> => {
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
    // What it says is not needed, and may not come to an end.
    await answer.body?.cancel().catch(() => {});
    if (!answer.ok) throw new GatewayError(`the gateway answered ${answer.status}`, failureOfStatus(answer.status));
  };
}

/** Nothing was sent where there was no connection. */
const neverThere = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'];

function lost(error: unknown): GatewayError {
  const { code = '' } = ((error as Error).cause ?? {}) as { code?: string };
  if (neverThere.includes(code)) return new GatewayError(`the gateway is away (${code})`, 'unreachable', error);
  return new GatewayError('the gateway did not answer', 'uncertain', error);
}

/** What is wrong with the settings, or with the gateway, says nothing of the message. */
function failureOfStatus(status: number): Failure {
  if (status >= 500) return 'deferred';
  return status === 400 ? 'rejected' : 'unreachable';
}

/** How sending failed. Another error was thrown before anything was sent. */
export const failureOf = (error: unknown): Failure => (error instanceof GatewayError ? error.failure : 'deferred');
