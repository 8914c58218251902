import { expect, test } from 'vitest';
import { groupsOf } from './groups.ts';
import { flatOf, moved } from './places.ts';

const mardan = { lat: 34.198, long: 72.045 };
const frame = (resolution: number) => ({ middle: flatOf(mardan), resolution });
const own = <T>(point: T) => point;

test('what would cover each other is one group, and is apart from nearer', () => {
  const near = moved(mardan, 'east', 100);
  const far = moved(mardan, 'north', 5000);
  const things = [mardan, near, far];
  expect(groupsOf(things, own, frame(10)).map(({ members }) => members)).toEqual([[mardan, near], [far]]);
  expect(groupsOf(things, own, frame(1))).toHaveLength(3);
});

test('nothing is lost: a thousand reports in a town are all in some group', () => {
  const things = Array.from({ length: 1000 }, (_, at) => moved(moved(mardan, 'east', (at % 40) * 90), 'south', at * 7));
  const groups = groupsOf(things, own, frame(12));
  expect(groups.flatMap(({ members }) => members)).toHaveLength(1000);
  expect(groups.length).toBeLessThan(200);
});
