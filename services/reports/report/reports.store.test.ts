import { v7 as uuid } from 'uuid';
import { expect, test } from 'vitest';
import { timeOfId } from './reports.store.ts';

test('the time in an id is that of its creation', () => {
  const moment = Date.UTC(2026, 2, 5, 9, 30);
  expect(timeOfId(uuid({ msecs: moment })).getTime()).toBe(moment);
});
