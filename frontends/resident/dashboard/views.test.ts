import { describe, expect, it } from 'vitest';
import { filterOf, readTab } from './views.ts';

describe('the tab in the address', () => {
  it.each([
    ['complaint', 'complaint'],
    ['mycomplaints', 'mycomplaints'],
    ['AllRequests', 'AllRequests'],
    ['Dropped', 'Dropped'],
    ['allrequests', 'complaint'],
    ['', 'complaint'],
    [null, 'complaint'],
  ])('%j opens %s', (word, tab) => {
    expect(readTab(word)).toBe(tab);
  });
});

it("filters by the resident in My Reports alone, so that the others show everybody's", () => {
  expect(filterOf('mycomplaints', '7')).toEqual({ user_id: '7' });
  expect(filterOf('Dropped', '7')).toEqual({ status: 'Dropped' });
  expect(filterOf('AllRequests', '7')).toEqual({});
});
