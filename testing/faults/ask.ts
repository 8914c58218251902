import { setTimeout as wait } from 'node:timers/promises';
import { type Call, optionsOf } from '../../infra/seed/calls.ts';

interface Ask extends Omit<Call, 'body'> {
  /** Called for each attempt. */
  body?: () => BodyInit;
}

interface Answer {
  status: number;
  headers: Headers;
  body: Buffer;
  /** How many earlier attempts got no final answer; each may have taken effect all the same. */
  unanswered: number;
}

/** How long one attempt may take, and for how long a call is retried. */
const attemptMs = 8000;
const retryMs = 180_000;
/** A service or one of its dependencies is unavailable. */
const retriable = new Set([502, 503, 504]);

/** An answer that the portal must not give, whatever fails. */
export class Surprise extends Error {}

/**
 * Calls the portal and retries while there is no answer or the status is 502, 503 or 504.
 * Throws a `Surprise` for any other 5xx, and after three minutes.
 */
export async function askWithRetries(portal: string, path: string, ask: Ask = {}): Promise<Answer> {
  const end = Date.now() + retryMs;
  for (let unanswered = 0, pause = 100; ; pause = Math.min(2 * pause, 1000)) {
    const answer = await askOnce(portal, path, ask);
    if (answer && !retriable.has(answer.status)) {
      if (answer.status >= 500) throw new Surprise(`${path}: ${answer.status} ${answer.body}`);
      return { ...answer, unanswered };
    }
    // An attempt that failed with 503 may have taken effect.
    unanswered += 1;
    if (Date.now() > end) throw new Surprise(`${path}: no answer for ${retryMs / 1000} s, last ${answer?.status}`);
    await wait(pause);
  }
}

/** One attempt; null when there was no answer. */
export async function askOnce(portal: string, path: string, { body, ...ask }: Ask = {}) {
  try {
    const answer = await fetch(portal + path, {
      ...optionsOf({ ...ask, body: body?.() }),
      redirect: 'manual',
      signal: AbortSignal.timeout(attemptMs),
      duplex: 'half',
    } as RequestInit);
    return { status: answer.status, headers: answer.headers, body: Buffer.from(await answer.arrayBuffer()) };
  } catch {
    // Refused, reset or timed out: a client cannot tell whether it took effect.
    return null;
  }
}

export const jsonOf = <T>({ body }: Pick<Answer, 'body'>) => JSON.parse(body.toString()) as T;

/** The answer, if its status is one of those expected. Throws a `Surprise` for any other. */
export function expected(what: string, answer: Answer, ...statuses: number[]): Answer {
  if (statuses.includes(answer.status)) return answer;
  throw new Surprise(`${what}: ${answer.status} ${answer.body.toString().slice(0, 300)}`);
}
