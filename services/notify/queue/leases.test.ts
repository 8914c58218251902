import { pino } from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Delivery } from './delivery.ts';
import { Leases } from './leases.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const delivery = (position: string): Delivery => ({
  position,
  recipient: 'sana@example.org',
  messageId: `<${position}>`,
  content: null,
  sealed: null,
  attempts: 0,
  ageSeconds: 0,
  inDigest: false,
  triedSeconds: null,
  hasReceipt: false,
  traceparent: null,
  leasedUntil: 'before',
  leasedAt: 0,
});

/** Leases in a database that the test answers for. */
function start() {
  const asked: { positions: string[]; answer: PromiseWithResolvers<object> }[] = [];
  const query = (_statement: object, [positions]: [string[]]) => {
    const answer = Promise.withResolvers<object>();
    asked.push({ positions, answer });
    return answer.promise;
  };
  const leases = new Leases({ pool: { query } as never, log: pino({ level: 'silent' }) });
  return { asked, leases };
}

it('one statement renews all that are held, every two seconds; none is sent while there are none', async () => {
  const { asked, leases } = start();
  const [first, second, third] = [delivery('1'), delivery('2'), delivery('3')];
  await vi.advanceTimersByTimeAsync(60_000);
  leases.hold([first]);
  leases.hold([second, third]);
  await vi.advanceTimersByTimeAsync(2000);
  expect(asked.map(({ positions }) => positions)).toEqual([['1', '2', '3']]);
  asked[0]?.answer.resolve({ rows: [{ position: '1', leasedUntil: 'later' }] });
  await leases.release([second, third]);
  expect([first, second].map(({ leasedUntil }) => leasedUntil)).toEqual(['later', 'before']);
  await vi.advanceTimersByTimeAsync(2000);
  expect(asked.map(({ positions }) => positions)).toEqual([['1', '2', '3'], ['1']]);
  asked[1]?.answer.resolve({ rows: [] });
  await leases.release([first]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveLength(2);
  expect(vi.getTimerCount()).toBe(0);
});

it('a statement without an answer is waited for, by the next and by who records what came of a message', async () => {
  const { asked, leases } = start();
  const one = delivery('1');
  leases.hold([one]);
  await vi.advanceTimersByTimeAsync(7000);
  expect(asked).toHaveLength(1);
  let released = false;
  const releasing = leases.release([one]).then(() => {
    released = true;
  });
  await vi.advanceTimersByTimeAsync(1000);
  expect(released).toBe(false);
  asked[0]?.answer.reject(new Error('the connection was cut'));
  await releasing;
  expect(one).toMatchObject({ leasedUntil: 'before', leasedAt: 0 });
});
