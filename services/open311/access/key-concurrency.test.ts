import { expect, it } from 'vitest';
import { KeyConcurrency } from './key-concurrency.ts';

it('a key has so many forms under way and no more, whatever others have; one that ends makes room, also by an error', async () => {
  const concurrency = new KeyConcurrency(2);
  const ends: ((error?: Error) => void)[] = [];
  const begin = (key: string) =>
    concurrency.run(
      key,
      () => new Promise<void>((resolve, reject) => ends.push((error) => (error ? reject(error) : resolve()))),
    );
  const [first, second] = [begin('a'), begin('a')];
  const headers = { 'retry-after': '5', 'ratelimit-limit': '2', 'ratelimit-remaining': '0', 'ratelimit-reset': '5' };
  await expect(begin('a')).rejects.toMatchObject({ status: 429, details: { headers } });
  const other = begin('b');
  ends[0]?.(new Error('cut off'));
  await expect(first).rejects.toThrow('cut off');
  const third = begin('a');
  await expect(begin('a')).rejects.toMatchObject({ status: 429 });
  for (const end of ends.slice(1)) end();
  await Promise.all([second, other, third]);
});
