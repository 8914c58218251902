import { describe, expect, inject, it } from 'vitest';
import { askFrom, newAddress } from '../../testing/ask-from.ts';
import { call, join, joinAdmin } from '../../testing/calls.ts';
import { itStillAnswers } from '../../testing/guards/operations.ts';
import { newResident, password } from '../../testing/people.ts';

const portal = inject('portal');

/** A call with an address in it, each from a place of its own: no limit is to answer. @returns milliseconds */
async function timed(
  path: string,
  json: object,
  status: number,
  more: { method?: string; token?: string } = {},
): Promise<number> {
  const ask = askFrom(portal.portal, newAddress());
  const begun = performance.now();
  const answer = await ask(path, { json, ...more });
  const took = performance.now() - begun;
  expect(answer.status).toBe(status);
  return took;
}

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] as number;

const unknown = () => newResident('Mardan').email;

/** Addresses that wait for their confirmation, each good for `uses` more mails in this hour. */
async function waiting(count: number, uses: number): Promise<string[]> {
  const emails = Array.from({ length: count }, unknown);
  for (const email of emails) await call(portal, '/auth/v1/signup', { json: { email, password } });
  return emails.flatMap((email) => Array<string>(uses).fill(email));
}

/** Tokens of residents who may still change to another address today, each as often as that. */
const tokens: string[] = [];
const changesADay = 5;

/** A resident's change to an address; the next resident signs up before the clock runs. */
async function timedChange(email: string): Promise<number> {
  if (tokens.length === 0) tokens.push(...Array(changesADay).fill(await join(portal, newResident('Mardan'))));
  return timed('/auth/v1/user', { email }, 200, { method: 'PUT', token: tokens.pop() });
}

const batch = 30;
const mailsLeft = 3;
const awaited = () => waiting(Math.ceil(batch / mailsLeft), mailsLeft);
const always = (email: string) => async () => Array<string>(batch).fill(email);

describe.each<[what: string, known: () => Promise<string[]>, ask: (email: string) => Promise<number>]>([
  [
    'signing in',
    async () => {
      const person = newResident('Mardan');
      await join(portal, person);
      return always(person.email)();
    },
    (email) => timed('/auth/v1/token?grant_type=password', { email, password: 'not this one' }, 400),
  ],
  [
    'signing in as an administrator',
    async () => {
      const person = newResident('Mardan');
      await joinAdmin(portal, person);
      return always(person.email)();
    },
    (Email) => timed('/adminsignin', { Email, Password: 'not this one' }, 400),
  ],
  ['asking for a new password', awaited, (email) => timed('/auth/v1/recover', { email }, 200)],
  ['asking for the link again', awaited, (email) => timed('/auth/v1/resend', { type: 'signup', email }, 200)],
  ['changing to another address', awaited, timedChange],
  [
    'signing up with an address that waits already',
    awaited,
    (email) => timed('/auth/v1/signup', { email, password }, 200),
  ],
])('%s', (_what, known, ask) => {
  it('takes as long for a known address as for an unknown one', { timeout: 300_000 }, async () => {
    const times = { known: [] as number[], unknown: [] as number[] };
    const difference = () => {
      const [here, nowhere] = [median(times.known), median(times.unknown)];
      return (here - nowhere) / nowhere;
    };
    // What a busy machine adds is evened out by more tries; what the address adds is not.
    for (let round = 0; round < 20 && (round === 0 || Math.abs(difference()) > 0.05); round += 1) {
      for (const [index, email] of (await known()).entries()) {
        const both = [
          async () => times.known.push(await ask(email)),
          async () => times.unknown.push(await ask(unknown())),
        ];
        for (const one of index % 2 ? both : both.reverse()) await one();
      }
    }
    expect(
      Math.abs(difference()),
      `medians: ${median(times.known)} and ${median(times.unknown)} ms`,
    ).toBeLessThanOrEqual(0.05);
  });
});

itStillAnswers(portal);
