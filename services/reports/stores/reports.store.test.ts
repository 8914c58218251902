import { v7 as uuid } from 'uuid';
import { expect, test } from 'vitest';
import { timeOfId } from './reports.store.ts';

test('an id tells when it was made', () => {
  const moment = Date.UTC(2026, 2, 5, 9, 30);
  expect(timeOfId(uuid({ msecs: moment })).getTime()).toBe(moment);
});
