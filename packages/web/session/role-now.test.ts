import { expect, it, vi } from 'vitest';
import { tokenWith } from '../../../testing/stub-page.ts';
import { noteRole, onNewRole, roleNow } from './role-now.ts';

const clerk = tokenWith({ Tehsil: 'Mardan', role: 'clerk' });

it('is what the last answer said, and is told where it is another than was known', () => {
  const told = vi.fn();
  onNewRole(told);
  for (const said of ['clerk', 'crew', 'crew', 'clerk', null, 'of a later version']) noteRole(clerk, said);
  expect([told.mock.calls.length, roleNow(clerk)]).toEqual([2, 'clerk']);
});

it('is that of the token that asked, and of no other', () => {
  noteRole(clerk, 'head');
  noteRole(null, 'crew');
  expect([roleNow(clerk), roleNow(tokenWith({ Tehsil: 'Mardan', role: 'crew' }))]).toEqual(['head', undefined]);
});
