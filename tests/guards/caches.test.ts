/**
 * What is answered to one person is kept by no cache on the way, and shown to nobody who uses the device after them; the token of a mailed
 * link is told to no other page.
 */
import type { OperationId } from '@tma/contracts';
import { story } from '@tma/contracts/examples';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { askFrom, newAddress } from '../../testing/ask-from.ts';
import { join, joinAdmin } from '../../testing/calls.ts';
import { createExampleRunner, type StepAnswer } from '../../testing/example-runner.ts';
import { guarded, itStillAnswers, routes } from '../../testing/guards/operations.ts';
import { newResident } from '../../testing/people.ts';

const portal = inject('portal');
const ask = askFrom(portal.portal, newAddress());

interface Kept {
  cacheControl: string;
  vary: string;
}

/** Why an answer could be somebody else's; null where it can not. */
function leak({ cacheControl, vary }: Kept): string | null {
  const says = cacheControl.split(/\s*,\s*/);
  if (says.includes('no-store')) return null;
  if (!says.includes('private')) return `a shared cache may keep it: ${cacheControl || 'nothing is said'}`;
  return /\bauthorization\b/i.test(vary) ? null : `who asks next may get it: ${cacheControl}, vary ${vary}`;
}

const keptOf = ({ headers }: StepAnswer): Kept => ({
  cacheControl: headers.get('cache-control') ?? '',
  vary: headers.get('vary') ?? '',
});

/** Anyone may call these; what they answer is for who has the link that was mailed. */
const byLink: readonly OperationId[] = [
  ...(['followVerification', 'verify', 'showUnsubscribe', 'unsubscribe'] as const),
  ...(['viewLinkedClosure', 'answerLinkedClosure', 'viewInvitation', 'joinStaff', 'adminReset'] as const),
];
/** Those whose address has the token. */
const inAddress: readonly OperationId[] = ['followVerification', 'showUnsubscribe', 'unsubscribe'];

/** After these a token opens nothing more. */
const endsSession: readonly OperationId[] = ['signOut', 'deleteUser', 'adminSignOut'];

describe('what is answered as it should be', () => {
  const answered: { operation: OperationId; status: number; got: StepAnswer }[] = [];
  beforeAll(async () => {
    const runStep = createExampleRunner(portal);
    for (const step of story) answered.push({ ...step, got: await runStep(step) });
  });
  const answersOf = (ids: readonly OperationId[]) => answered.filter(({ operation }) => ids.includes(operation));

  it('to the bearer of a token, or of a mailed link, is nobody else’s', () => {
    const theirs = [...guarded.map(({ id }) => id), ...byLink];
    const answers = answersOf(theirs);
    expect(theirs.filter((id) => !answers.some(({ operation }) => operation === id))).toEqual([]);
    expect(answers.filter(({ status, got }) => status !== got.status)).toEqual([]);
    const leaks = answers.map(({ operation, got }) => [operation, got.status, leak(keptOf(got))]);
    expect(leaks.filter(([, , why]) => why !== null)).toEqual([]);
  });

  it('to who follows a link with a token in it names the link to no other page', () => {
    const answers = answersOf(inAddress);
    expect(answers.length).toBeGreaterThanOrEqual(inAddress.length);
    for (const { operation, got } of answers)
      expect([operation, got.headers.get('cache-control'), got.headers.get('referrer-policy')]).toEqual([
        operation,
        'no-store',
        'no-referrer',
      ]);
  });
});

describe.each(routes)('$method $path', ({ id, method, url, who }) => {
  let tokens: string[];
  beforeAll(async () => {
    tokens = await people;
  });

  it('refuses nobody in a way that is kept for others', async () => {
    const wrong = `${url}?page=x&token=x&bbox=1&since=x&tehsil=x&limit=-1`;
    const bearers = endsSession.includes(id) ? [] : tokens;
    const askers = who === 'anyone' ? [undefined] : [undefined, 'forged', ...bearers];
    for (const token of askers)
      for (const path of [url, wrong]) {
        const { status, headers } = await ask(path, { method, token });
        const says = headers['cache-control'] ?? '';
        if (status >= 400) expect([status, token, says]).toEqual([status, token, 'no-store']);
        else if (who !== 'anyone')
          expect([status, leak({ cacheControl: says, vary: headers.vary ?? '' })]).toEqual([status, null]);
      }
  });
});

/** A resident, a head. */
const people = Promise.all([join(portal, newResident('Mardan')), joinAdmin(portal, newResident('Mardan'))]);

itStillAnswers(portal);
