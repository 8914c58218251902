import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { Bag } from './bag.ts';

const item = (name: string) => ({ name, position: -1 });
const namesIn = (bag: Bag<ReturnType<typeof item>>) => [...bag].map(({ name }) => name).sort();

it('has what was added until it is deleted, from wherever it stands', () => {
  for (const index of [0, 1, 2]) {
    const items = ['a', 'b', 'c'].map(item);
    const bag = new Bag<ReturnType<typeof item>>();
    for (const each of items) bag.add(each);
    const [gone] = items.splice(index, 1);
    if (gone) bag.delete(gone);
    expect(namesIn(bag)).toEqual(items.map(({ name }) => name));
    expect(bag.size).toBe(2);
    for (const each of items) bag.delete(each);
    expect(bag.size).toBe(0);
  }
});

it('what is deleted twice, or was never added, takes nothing else with it', () => {
  const [first, second, never] = [item('a'), item('b'), item('c')];
  const bag = new Bag<ReturnType<typeof item>>();
  bag.add(first);
  bag.add(second);
  bag.delete(first);
  bag.delete(first);
  bag.delete(never);
  expect(namesIn(bag)).toEqual(['b']);
});

it('what has left goes with the next collection of young objects, also beside what has become old', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options?: { type: 'minor' }) => void;
  const large = () => ({ position: -1, content: Array.from({ length: 1000 }, (_, index) => index) });
  const bag = new Bag<ReturnType<typeof large>>();
  const inside: ReturnType<typeof large>[] = [];
  const put = () => {
    const next = large();
    inside.push(next);
    bag.add(next);
  };
  for (let count = 0; count < 3; count += 1) put();
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let count = 0; count < 2000; count += 1) {
    put();
    const left = inside.shift();
    if (left) bag.delete(left);
    if (count % 10 === 0) collect({ type: 'minor' });
  }
  collect({ type: 'minor' });
  collect({ type: 'minor' });
  // A Set keeps half of the 16 MB.
  expect((process.memoryUsage().heapUsed - before) / 2 ** 20).toBeLessThan(1);
});
