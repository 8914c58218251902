import { expect, it } from 'vitest';
import { sparesData } from './sparing.ts';

it.each([
  ['nothing is known', {}, false],
  ['a person has asked for it', { saveData: true, effectiveType: '4g', downlink: 10 }, true],
  ['it is as slow as 2G', { effectiveType: '2g', downlink: 0.25 }, true],
  ['it is slower than 2G', { effectiveType: 'slow-2g' }, true],
  ['it answers like 3G and is as narrow as 2G', { effectiveType: '3g', downlink: 0.05 }, true],
  ['it is 3G', { effectiveType: '3g', downlink: 0.4 }, false],
  ['there is no network, of which nothing can be measured', { effectiveType: '4g', downlink: 0 }, false],
])('where %s: %j', (_what, connection, spares) => {
  expect(sparesData(connection)).toBe(spares);
});
