import { randomInt } from 'node:crypto';
import { jurisdictionOf, operations } from '@tma/contracts';
import { type Step, sample } from '@tma/contracts/examples';
import { formOf } from '../infra/seed/calls.ts';
import { retryUnavailable } from './calls.ts';
import { linkIn, mailWith } from './mailbox.ts';
import type { Portal } from './people.ts';

/** The files of the examples, by name. */
const files: Record<string, Blob> = {
  'light.jpg': new Blob([Buffer.from('R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=', 'base64')]),
  // Squares of grey, so that it looks like no other picture.
  'repaired.jpg': new Blob([
    Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAABsAAAAYCAMAAAA8nnbJAAAAG1BMVEXg4ODExMSoqKiMjIxwcHBUVFQ4ODgcHBwAAABDu/USAAAASUlEQVQoz6XQOQ4A' +
        'QQgDQXPz/xfvSKSQeFOXOjG6W0TMLCKqCoCquntmgrV1nYC2dZ2AtnWdgLZ1nYC26+gX0HYd/QLaftx22QdK2wohcq5A4gAAAABJRU5ErkJggg==',
      'base64',
    ),
  ]),
  'papers.pdf': new Blob(['%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer<<>>\n%%EOF\n']),
};

export interface StepAnswer {
  status: number;
  /** Without its parameters; empty when there is no body. */
  type: string;
  /** Parsed when it is JSON. */
  body: unknown;
  headers: Headers;
}

/**
 * Runs the story of the examples on a portal, with accounts of its own. Values that the server or a mail chose (ids, tokens,
 * paths) replace those of the examples in every later call.
 */
export function createExampleRunner(portal: Portal) {
  const { known, mailed } = valuesFor(portal);

  return async function runStep(step: Step): Promise<StepAnswer> {
    const text = JSON.stringify(step);
    for (const [example, read] of mailed) if (text.includes(example)) known.set(example, await read());
    const { method, path, who, body } = operations[step.operation] as Operation;
    const { params = {}, query = {} } = replaceAll(known, { params: step.params, query: step.query }) as Texts;
    const url = portal.portal + path.replace(/\{(\w+|\*)\}/g, (_, name) => params[name] ?? '');
    const token = replaceIn(known, who[0] === 'admin' ? sample.adminToken : sample.residentToken);
    const given = replaceAll(known, step.body) as Record<string, string> | undefined;
    const answer = await retryUnavailable(() =>
      fetch(`${url}?${new URLSearchParams(query)}`, {
        method,
        redirect: 'manual',
        headers: {
          ...(who !== 'anyone' && { authorization: `Bearer ${token}` }),
          ...(body?.type === 'json' && { 'content-type': 'application/json' }),
        },
        body: given && (body?.type === 'multipart' ? formWithFiles(given) : JSON.stringify(given)),
      }),
    );
    const [type = ''] = (answer.headers.get('content-type') ?? '').split(';');
    const got = /json/.test(type) ? ((await answer.json()) as unknown) : await answer.text();
    learn(known, step.answer, got);
    const picture = (got as { image?: string }).image;
    if (step.operation === 'createReport' && picture) known.set(sample.report.picture, picture.replace('uploads/', ''));
    if (step.operation === 'addProof' && picture) known.set(nameOf(sample.report.proof), nameOf(picture));
    return { status: answer.status, type, body: got, headers: answer.headers };
  };
}

/** A picture's name without its folder and ending. */
const nameOf = (path: string) => path.replace(/^uploads\/|\.webp$/g, '');

/** The real value of each value of the examples, as far as it is known. */
type Known = Map<string, string>;

/** The values that are known from the beginning, and how to read those that are mailed. */
function valuesFor(portal: Portal): { known: Known; mailed: ReadonlyMap<string, () => Promise<string>> } {
  const number = randomInt(10 ** 9);
  const own = (email: string) => email.replace('@', `.${number}@`);
  const [residentEmail, neighbour] = [own(sample.resident.email), own(sample.neighbour)];
  const tokenIn = async (address: string, subject: RegExp, part: string) => {
    const { searchParams, hash } = new URL(linkIn(await mailWith(portal.mailbox, address, subject), part));
    return searchParams.get('token') ?? hash.replace(/^#(token_hash=)?/, '');
  };
  return {
    known: new Map([
      [sample.secretKey, portal.secretKey],
      [sample.tehsil, `${sample.tehsil} ${number}`],
      [jurisdictionOf(sample.tehsil), jurisdictionOf(`${sample.tehsil} ${number}`)],
      [sample.resident.email, residentEmail],
      [sample.admin.email, own(sample.admin.email)],
      [sample.neighbour, neighbour],
      [sample.colleague.email, own(sample.colleague.email)],
    ]),
    mailed: new Map([
      [sample.confirmationToken, () => tokenIn(residentEmail, /^Confirm your email$/, '/auth/v1/verify')],
      [sample.recoveryToken, () => tokenIn(residentEmail, /^Reset your password$/, '/reset-password')],
      [sample.adminRecoveryToken, () => tokenIn(own(sample.admin.email), /^Reset your password$/, '/adminreset')],
      [
        sample.staffToken,
        () => tokenIn(own(sample.colleague.email), /invites you to the administration/, '/adminjoin'),
      ],
      [sample.closureToken, () => tokenIn(residentEmail, /is now Closed$/, '/closure#')],
      [sample.unsubscribeToken, () => tokenIn(neighbour, /invites you/, '/unsubscribe')],
    ]),
  };
}

/** A text of the examples with the real value in it. */
function replaceIn(known: Known, text: string): string {
  for (const [example, real] of known)
    if (example.length > 7 && text.includes(example)) return text.replace(example, real);
  return text;
}

/** The same for every text in a value. */
function replaceAll(known: Known, value: unknown): unknown {
  if (typeof value === 'string') return replaceIn(known, value);
  if (Array.isArray(value)) return value.map((item) => replaceAll(known, item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, replaceAll(known, inner)]));
}

/** Records the values that the server chose where the example has others. */
function learn(known: Known, example: unknown, got: unknown): void {
  if (typeof example === 'string' && typeof got === 'string' && chosenByServer.has(example)) known.set(example, got);
  if (typeof example !== 'object' || example === null || typeof got !== 'object' || got === null) return;
  for (const [name, inner] of Object.entries(example)) learn(known, inner, (got as Record<string, unknown>)[name]);
}

type Operation = { method: string; path: string; who: string; body?: { type: string } };
type Texts = { params?: Record<string, string>; query?: Record<string, string> };

const { resident, admin, colleague, invitations, sessions, report, residentToken, refreshToken, adminToken } = sample;
const chosenByServer: ReadonlySet<string> = new Set([
  resident.id,
  admin.id,
  colleague.id,
  ...invitations,
  ...sessions,
  report.id,
  sample.atCounter,
  sample.system.id,
  sample.system.key,
  report.reference,
  sample.system.reference,
  residentToken,
  refreshToken,
  adminToken,
]);

/** A form in which files are in the place of their names. */
function formWithFiles(given: Record<string, string>): FormData {
  const fields = Object.entries(given).map(([name, value]) => {
    const file = files[value];
    return [name, file ? new File([file], value) : value] as const;
  });
  return formOf(Object.fromEntries(fields));
}

/** Where an answer differs from its example: fields that are missing or of another type. Of a list the first item is compared. */
export function differences(example: unknown, got: unknown, place = ''): string[] {
  if (kindOf(example) !== kindOf(got)) return [`${place}: ${kindOf(got)}, not ${kindOf(example)}`];
  if (typeof example !== 'object' || example === null) return [];
  const pairs = Array.isArray(example) ? Object.entries(example.slice(0, 1)) : Object.entries(example);
  return pairs.flatMap(([name, inner]) =>
    differences(inner, (got as Record<string, unknown>)[name], `${place}/${name}`),
  );
}

const kindOf = (value: unknown) => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);
