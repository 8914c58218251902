import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { createScratch } from './scratch.ts';

test('files that are read one after another share their memory', async () => {
  const { allocate, read } = createScratch();
  const first = await read(Readable.from([Buffer.from('a long '), Buffer.from('beginning')]));
  expect(first.toString()).toBe('a long beginning');
  const second = await read(Readable.from([Buffer.from('short')]));
  expect([second.toString(), second.buffer === first.buffer]).toEqual(['short', true]);
  const third = allocate(3);
  expect([third.length, third.buffer === first.buffer]).toEqual([3, true]);
});
