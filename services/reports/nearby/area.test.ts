import { describe, expect, it } from 'vitest';
import { boxesAround, reachOf } from './area.ts';

it('near is 250 metres plus the accuracy of the point, 500 at most', () => {
  expect([null, 0, 100, 250, 9000].map(reachOf)).toEqual([250, 250, 350, 500, 500]);
});

describe('the boxes around a point', () => {
  it('are one, a little wider than high in degrees', () => {
    const [box, ...others] = boxesAround({ lat: 34, long: 72 }, 500);
    expect(others).toEqual([]);
    expect((box?.north ?? 0) - 34).toBeCloseTo(0.0045, 4);
    expect((box?.east ?? 0) - 72).toBeCloseTo(0.00542, 4);
  });

  it('are two beside the 180th meridian, and the whole width at a pole', () => {
    expect(boxesAround({ lat: 0, long: 179.999 }, 500).map(({ west }) => Math.round(west))).toEqual([180, -180]);
    expect(boxesAround({ lat: 0, long: -180 }, 500).map(({ east }) => Math.round(east))).toEqual([-180, 180]);
    expect(boxesAround({ lat: -90, long: 5 }, 500)).toMatchObject([{ west: -180, east: 180 }]);
  });
});
