import { expect, test } from 'vitest';
import { sharedReads } from './shared-read.ts';

/** Reads that the test ends. */
function controlled() {
  const begun: { end: (value: string) => void; fail: (error: Error) => void }[] = [];
  const read = () => new Promise<string>((end, fail) => begun.push({ end, fail }));
  return { begun, read };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('callers before a read has begun share it', async () => {
  const { begun, read } = controlled();
  const ask = sharedReads<string>();
  const answers = Promise.all([ask('a', read), ask('a', read), ask('a', read)]);
  await settled();
  expect(begun).toHaveLength(1);
  begun[0]?.end('one');
  expect(await answers).toEqual(['one', 'one', 'one']);
});

test('callers while a read runs share the next one', async () => {
  const { begun, read } = controlled();
  const ask = sharedReads<string>();
  const early = ask('a', read);
  await settled();
  const late = [ask('a', read), ask('a', read)];
  begun[0]?.end('before');
  expect(await early).toBe('before');
  await settled();
  expect(begun).toHaveLength(2);
  begun[1]?.end('after');
  expect(await Promise.all(late)).toEqual(['after', 'after']);
});

test('reads of different keys do not wait for each other', async () => {
  const { begun, read } = controlled();
  const ask = sharedReads<string>();
  void ask('a', read);
  void ask('b', read);
  await settled();
  expect(begun).toHaveLength(2);
});

test('a read that fails, fails for those who share it and for no later caller', async () => {
  const { begun, read } = controlled();
  const ask = sharedReads<string>();
  const first = Promise.allSettled([ask('a', read), ask('a', read)]);
  await settled();
  const second = ask('a', read);
  begun[0]?.fail(new Error('lost'));
  expect((await first).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await settled();
  begun[1]?.end('well');
  expect(await second).toBe('well');
});
