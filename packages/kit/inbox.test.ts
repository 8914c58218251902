import { topics } from '@tma/contracts';
import { eventExamples } from '@tma/contracts/examples';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Consumer, handleUntilDone } from './inbox.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** How many dead letters come of an event whose handling fails with these errors, one after the other. */
async function lettersAfter(errors: readonly Error[]): Promise<number> {
  const left = [...errors];
  const AccountDeleted = async () => {
    const error = left.shift();
    if (error) throw error;
  };
  const produce = vi.fn(async () => {});
  const query = async () => ({ rows: [], rowCount: 1, command: 'COMMIT' });
  const pool = { query, connect: async () => ({ query, release: () => {} }) };
  const log = pino({ level: 'silent' });
  const consumer = { kafka: { produce }, group: 'kit', handlers: { AccountDeleted }, pool, log };
  const value = JSON.stringify(eventExamples.AccountDeleted);
  const message = { topic: topics.identity, key: 'a', value, partition: 0, offset: '0' };
  const done = handleUntilDone(consumer as unknown as Consumer, message, async () => true);
  await vi.runAllTimersAsync();
  expect(await done).toBe(true);
  return produce.mock.calls.length;
}

const failing = (code?: string) => Object.assign(new Error('it fails'), { code });
const times = (count: number, error: Error): Error[] => Array(count).fill(error);
const fault = failing();
const away = failing('ECONNREFUSED');
const slow = failing('57014');

it.each<[string, Error[], number]>([
  ['four faults', times(4, fault), 0],
  ['five faults', times(5, fault), 1],
  ['a long outage', times(500, away), 0],
  ['an outage and then four faults', [...times(10, away), ...times(4, fault)], 0],
  ['an outage and then five faults', [...times(10, away), ...times(5, fault)], 1],
  ['a long outage and then slow statements', [...times(500, away), ...times(10, slow)], 0],
  ['slow statements for more than ten minutes', times(200, slow), 1],
])('after %s', async (_what, errors, letters) => {
  expect(await lettersAfter(errors)).toBe(letters);
});
