import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { ReusableBuffer } from './reusable-buffer.ts';

test('files that are read one after another share their memory', async () => {
  const buffer = new ReusableBuffer();
  const first = await buffer.read(Readable.from([Buffer.from('a long '), Buffer.from('beginning')]));
  expect(first.toString()).toBe('a long beginning');
  const second = await buffer.read(Readable.from([Buffer.from('short')]));
  expect([second.toString(), second.buffer === first.buffer]).toEqual(['short', true]);
  const third = buffer.allocate(3);
  expect([third.length, third.buffer === first.buffer]).toEqual([3, true]);
});
