import { randomInt } from 'node:crypto';
import { operations } from '@tma/contracts';
import { type Step, sample } from '@tma/contracts/examples';
import { askPatiently } from './calls.ts';
import { linkIn, mailWith } from './mailbox.ts';
import type { Portal } from './people.ts';

/** The files of the examples, by name. */
const files: Record<string, Blob> = {
  'light.jpg': new Blob([Buffer.from('R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=', 'base64')]),
  'papers.pdf': new Blob(['%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer<<>>\n%%EOF\n']),
};

export interface Played {
  status: number;
  /** Without its parameters; empty when there is no body. */
  type: string;
  /** Parsed when it is JSON. */
  body: unknown;
}

/**
 * Plays the story of the examples on a portal, with accounts of its own. Values that the server or a mail chose (ids, tokens,
 * paths) replace those of the examples in every later call.
 */
export function createPlayer(portal: Portal) {
  const number = randomInt(10 ** 9);
  const own = (email: string) => email.replace('@', `.${number}@`);
  const resident = own(sample.resident.email);
  const known = new Map<string, string>([
    [sample.secretKey, portal.secretKey],
    [sample.tehsil, `${sample.tehsil} ${number}`],
    [sample.resident.email, resident],
    [sample.admin.email, own(sample.admin.email)],
    [sample.neighbour, own(sample.neighbour)],
  ]);
  const mailed = new Map<string, () => Promise<string>>([
    [sample.confirmationToken, () => tokenIn(resident, /^Confirm your email$/, '/auth/v1/verify')],
    [sample.recoveryToken, () => tokenIn(resident, /^Reset your password$/, '/reset-password')],
    [sample.unsubscribeToken, () => tokenIn(own(sample.neighbour), /invites you/, '/unsubscribe')],
  ]);

  async function tokenIn(address: string, subject: RegExp, part: string) {
    const { searchParams } = new URL(linkIn(await mailWith(portal.mailbox, address, subject), part));
    return searchParams.get('token') ?? searchParams.get('token_hash') ?? '';
  }

  /** A text of the examples, with what it stands for put in its place. */
  const real = (text: string) => {
    for (const [said, meant] of known) if (said.length > 7 && text.includes(said)) return text.replace(said, meant);
    return text;
  };
  const realAll = (value: unknown): unknown =>
    typeof value === 'string'
      ? real(value)
      : Array.isArray(value)
        ? value.map(realAll)
        : typeof value === 'object' && value !== null
          ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, realAll(inner)]))
          : value;

  /** Notes what the server chose where the example says something else. */
  function learn(said: unknown, got: unknown) {
    if (typeof said === 'string' && typeof got === 'string' && chosenByServer.has(said)) known.set(said, got);
    if (typeof said !== 'object' || said === null || typeof got !== 'object' || got === null) return;
    for (const [name, inner] of Object.entries(said)) learn(inner, (got as Record<string, unknown>)[name]);
  }

  return async function play(step: Step): Promise<Played> {
    const text = JSON.stringify(step);
    for (const [said, ask] of mailed) if (text.includes(said)) known.set(said, await ask());
    const { method, path, who, body } = operations[step.operation] as Operation;
    const { params = {}, query = {} } = realAll({ params: step.params, query: step.query }) as Texts;
    const url = portal.portal + path.replace(/\{(\w+)\}/g, (_, name) => params[name] ?? '');
    const token = real(who === 'admin' ? sample.adminToken : sample.residentToken);
    const given = realAll(step.body) as Record<string, string> | undefined;
    const answer = await askPatiently(() =>
      fetch(`${url}?${new URLSearchParams(query)}`, {
        method,
        redirect: 'manual',
        headers: {
          ...(who !== 'anyone' && { authorization: `Bearer ${token}` }),
          ...(body?.type === 'json' && { 'content-type': 'application/json' }),
        },
        body: given && (body?.type === 'multipart' ? formOf(given) : JSON.stringify(given)),
      }),
    );
    const [type = ''] = (answer.headers.get('content-type') ?? '').split(';');
    const got = /json/.test(type) ? ((await answer.json()) as unknown) : await answer.text();
    learn(step.answer, got);
    const picture = (got as { image?: string }).image;
    if (step.operation === 'createReport' && picture) known.set(sample.report.picture, picture.replace('uploads/', ''));
    return { status: answer.status, type, body: got };
  };
}

type Operation = { method: string; path: string; who: string; body?: { type: string } };
type Texts = { params?: Record<string, string>; query?: Record<string, string> };

const { resident, report, residentToken, refreshToken, adminToken } = sample;
const chosenByServer: ReadonlySet<string> = new Set([resident.id, report.id, residentToken, refreshToken, adminToken]);

function formOf(given: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(given)) {
    const file = files[value];
    if (file) form.set(name, file, value);
    else form.set(name, value);
  }
  return form;
}

/** Where an answer does not look like its example: what is missing, or of another kind. A list is known by its first. */
export function differences(said: unknown, got: unknown, place = ''): string[] {
  if (kindOf(said) !== kindOf(got)) return [`${place}: ${kindOf(got)}, not ${kindOf(said)}`];
  if (typeof said !== 'object' || said === null) return [];
  const pairs = Array.isArray(said) ? Object.entries(said.slice(0, 1)) : Object.entries(said);
  return pairs.flatMap(([name, inner]) =>
    differences(inner, (got as Record<string, unknown>)[name], `${place}/${name}`),
  );
}

const kindOf = (value: unknown) => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);
