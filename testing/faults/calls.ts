import { setTimeout as wait } from 'node:timers/promises';

interface Ask {
  method?: string;
  token?: string;
  json?: object;
  /** Made anew for each try. */
  body?: () => BodyInit;
  headers?: Record<string, string>;
}

interface Answer {
  status: number;
  headers: Headers;
  body: Buffer;
  /** How many tries before this one had no answer: they may have been done all the same. */
  unanswered: number;
}

/** How long one try may take, and how long it is tried. */
const tryMs = 8000;
const patienceMs = 180_000;
/** What says "not now": a service or what it stands on is away. */
const notNow = new Set([502, 503, 504]);

/** An answer that a portal under fire must not give. */
export class Surprise extends Error {}

/**
 * Calls the portal as a patient client does: without an answer, or told "not now", it asks again until it is told
 * something else. Throws a surprise for 5xx that is no "not now", and after three minutes.
 */
export async function askPatiently(portal: string, path: string, ask: Ask = {}): Promise<Answer> {
  const end = Date.now() + patienceMs;
  for (let unanswered = 0, pause = 100; ; pause = Math.min(2 * pause, 1000)) {
    const answer = await askOnce(portal, path, ask);
    if (answer && !notNow.has(answer.status)) {
      if (answer.status >= 500) throw new Surprise(`${path}: ${answer.status} ${answer.body}`);
      return { ...answer, unanswered };
    }
    // "Not now" is no promise either: what was begun may have been done.
    unanswered += 1;
    if (Date.now() > end) throw new Surprise(`${path}: no answer for ${patienceMs / 1000} s, last ${answer?.status}`);
    await wait(pause);
  }
}

/** One try; null when there was no answer to it. */
export async function askOnce(portal: string, path: string, { method, token, json, body, headers }: Ask = {}) {
  try {
    const answer = await fetch(portal + path, {
      method: method ?? (json || body ? 'POST' : 'GET'),
      redirect: 'manual',
      signal: AbortSignal.timeout(tryMs),
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(json && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: json ? JSON.stringify(json) : body?.(),
      duplex: 'half',
    } as RequestInit);
    return { status: answer.status, headers: answer.headers, body: Buffer.from(await answer.arrayBuffer()) };
  } catch {
    // Refused, reset or too late: the caller cannot know more.
    return null;
  }
}

export const jsonOf = <T>({ body }: Pick<Answer, 'body'>) => JSON.parse(body.toString()) as T;

/** The answer, if it is one of those expected; anything else is a surprise. */
export function expected(what: string, answer: Answer, ...statuses: number[]): Answer {
  if (statuses.includes(answer.status)) return answer;
  throw new Surprise(`${what}: ${answer.status} ${answer.body.toString().slice(0, 300)}`);
}
