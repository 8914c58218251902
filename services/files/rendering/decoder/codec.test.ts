import { expect, it } from 'vitest';
import { chunk } from '../../testing/bombs.ts';

const { estimateMemory } = (await import(new URL('./codec.mjs', import.meta.url).href)) as {
  estimateMemory(content: Buffer): Promise<number>;
};

it('while a PNG of many chunks is looked through, the memory of other pictures is watched', async () => {
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]);
  const empty = Array<Buffer>(50_000).fill(chunk('teSt', Buffer.alloc(0)));
  // It is refused for these before its header is read.
  const texts = Array<Buffer>(33).fill(chunk('zTXt', Buffer.alloc(0)));
  let turns = 0;
  let next: NodeJS.Immediate | undefined;
  const count = () => {
    turns += 1;
    next = setImmediate(count);
  };
  count();
  const looked = estimateMemory(Buffer.concat([signature, ...empty, ...texts]));
  await expect(looked).rejects.toThrow('It has too many compressed texts');
  clearImmediate(next);
  expect(turns).toBeGreaterThan(4);
});
