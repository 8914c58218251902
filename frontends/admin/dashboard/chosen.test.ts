import { expect, it } from 'vitest';
import { pathAfterSignIn, queryOf, readChosen, searchable } from './chosen.ts';

const colleague = '019f30a5-ab69-7af5-8adf-dc79b8d9b128';

it.each([
  ['filter=not-scheduled', { filter: 'not-scheduled' }],
  ['filter=overdue&q=pipe&issue=Side+Walk+Repair&assignee=me', 'the same'],
  ['filter=all&assignee=none', { assignee: 'none' }],
  [`assignee=${colleague}`, { assignee: colleague }],
  ['filter=Today&q=a&issue=Dragons&assignee=everybody', {}],
  ['q=--&issue=&assignee=', {}],
  ['', {}],
])('the address ?%s shows %j', (address, chosen) => {
  const given = Object.fromEntries(new URLSearchParams(address));
  expect(queryOf(readChosen(new URLSearchParams(address)))).toEqual(chosen === 'the same' ? given : chosen);
});

it.each([
  ['a', ''],
  [' a ', ''],
  ['!?', ''],
  ['ab', 'ab'],
  ['  7 1 ', '7 1'],
  ['پانی', 'پانی'],
  ['two\nlines\t', 'two lines'],
  ['\u2068TMA-7CV3\u2069', 'TMA-7CV3'],
  ['\u20687\u2069', ''],
  ['x'.repeat(120), 'x'.repeat(100)],
  [`${'x'.repeat(99)}😀`, 'x'.repeat(99)],
])('%j is searched for as %j', (typed, text) => {
  expect(searchable(typed)).toBe(text);
});

it.each([
  [{ path: '/adminDashboard', search: '?filter=today' }, '/adminDashboard?filter=today'],
  [{ path: '/adminDashboard', search: '?filter=all&q=pipe&assignee=me' }, '/adminDashboard?q=pipe&assignee=me'],
  [{ path: '/adminDashboard', search: '?filter=today&view=map' }, '/adminDashboard?filter=today&view=map'],
  [{ path: '/adminDashboard', search: '?filter=all' }, '/adminDashboard'],
  [{ path: '/x', search: '?filter=//evil.example&q=' }, '/adminDashboard'],
  [{ message: 'x' }, '/adminDashboard'],
  [{ path: '/adminCounter' }, '/adminCounter'],
  [{ path: '/adminAudit', search: '' }, '/adminAudit'],
  [{ path: '/adminAudit', search: '?kind=hidden&by=7#x' }, '/adminAudit?kind=hidden&by=7%23x'],
  [{ path: '/signin' }, '/adminDashboard'],
  ['today', '/adminDashboard'],
  [null, '/adminDashboard'],
])('a sign-in with the state %j leads to %s', (state, path) => {
  expect(pathAfterSignIn(state)).toBe(path);
});
