import { describe, expect, it, test } from 'vitest';
import { boxOf, directionOf, distanceOf, flatOf, mostOf, moved, pixelsOf, pointOf, type Step } from './places.ts';

const mardan = { lat: 34.198, long: 72.045 };

test('a point on the flat map and back is the same point', () => {
  for (const point of [mardan, { lat: -33.9, long: 151.2 }, { lat: 0, long: 0 }])
    expect(pointOf(flatOf(point))).toEqual(point);
});

describe('a step of ten metres', () => {
  it.each([
    ['north', 'north'],
    ['east', 'east'],
    ['south', 'south'],
    ['west', 'west'],
  ] as [Step, string][])('%s is ten metres to the %s', (step, direction) => {
    const after = moved(mardan, step, 10);
    expect(distanceOf(mardan, after)).toBeCloseTo(10, 0);
    expect(directionOf(mardan, after)).toBe(direction);
  });

  it('and one back lead to where they began', () => {
    expect(moved(moved(mardan, 'north', 10), 'south', 10)).toEqual(mardan);
  });
});

test('between two cities it is as far as maps say', () => {
  // Lahore and Karachi: 1,031 km (geodesic on WGS 84, 1,034.0 km; the sphere is within 0.5 %).
  const metres = distanceOf({ lat: 31.5497, long: 74.3436 }, { lat: 24.8607, long: 67.0011 });
  expect(Math.abs(metres - 1_031_000)).toBeLessThan(6000);
  expect(directionOf({ lat: 31.5497, long: 74.3436 }, { lat: 24.8607, long: 67.0011 })).toBe('southWest');
});

test('a map begins with where most reports are, whatever point somebody gave one', () => {
  const peshawar = { lat: 34.015, long: 71.525 };
  const near = [mardan, peshawar, moved(mardan, 'north', 500)];
  expect(mostOf([{ lat: -90, long: -180 }, ...near, { lat: 0, long: 0 }])).toEqual(near);
  expect(mostOf(near)).toEqual(near);
  const apart = [{ lat: 60, long: -100 }, mardan, { lat: -40, long: 170 }];
  expect(mostOf(apart)).toEqual([mardan]);
  const cross = [
    { lat: 0, long: 50 },
    { lat: 50, long: 0 },
    { lat: -50, long: 10 },
  ];
  expect([mostOf([]), mostOf(cross)]).toEqual([[], cross]);
});

test('what is north is drawn above, what is east to its right, whatever the page reads', () => {
  const frame = { middle: flatOf(mardan), resolution: 2 };
  const [x, y] = pixelsOf(moved(moved(mardan, 'north', 100), 'east', 100), frame);
  expect([x > 0, y < 0]).toEqual([true, true]);
});

test('the box of a frame has its west, south, east and north in the order of the wire', () => {
  const [west = 0, south = 0, east = 0, north = 0] = boxOf({ middle: flatOf(mardan), resolution: 10 }, 400, 300)
    .split(',')
    .map(Number);
  expect([west < mardan.long, south < mardan.lat, east > mardan.long, north > mardan.lat]).toEqual(Array(4).fill(true));
  expect(boxOf({ middle: [0, 0], resolution: 1e6 }, 400, 300)).toMatch(/^-180,-(8\d\.\d+|90),180,(8\d|90)/);
});
