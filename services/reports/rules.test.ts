import { adminFilters, issueNames } from '@tma/contracts';
import { v7 as uuid } from 'uuid';
import { describe, expect, test } from 'vitest';
import { applied, demandMatch } from './change.ts';
import { countOf, wanted } from './filters.ts';
import { newReference } from './reference.ts';
import { fullName, readSubmission } from './submission.ts';
import { dayIn, timeOfId } from './times.ts';

test.each([
  ['open', 'Open'],
  ['IN PROGRESS', 'In Progress'],
  [' Closed ', 'Closed'],
  ['dropped', 'Dropped'],
])('status %j is stored as %j', (word, status) => {
  expect(applied({ status: 'Open', schedule: null }, { status: word }).status).toBe(status);
});

test.each([
  [{}, '2026-03-05'],
  [{ schedule: null }, null],
  [{ schedule: '' }, null],
  [{ schedule: '2026-03-06' }, '2026-03-06'],
])('the wish %j leads to the schedule %j', (wish, schedule) => {
  expect(applied({ status: 'Open', schedule: '2026-03-05' }, wish)).toEqual({ status: 'Open', schedule });
});

test.each([undefined, '*', '"3"', '"1", "3"'])('If-Match: %s lets version 3 be changed', (header) => {
  expect(() => demandMatch(header, 3)).not.toThrow();
});
test.each(['"2"', 'W/"3"', '3', ''])('If-Match: %s does not', (header) => {
  expect(() => demandMatch(header, 3)).toThrow(/changed by somebody else/);
});

describe('filters', () => {
  const counts = [
    { status: 'Open', scheduled: true, reports: 1 },
    { status: 'Open', scheduled: false, reports: 2 },
    { status: 'In Progress', scheduled: false, reports: 4 },
    { status: 'Closed', scheduled: true, reports: 8 },
    { status: 'Dropped', scheduled: false, reports: 16 },
  ];
  test.each([
    ['all', 31],
    ['completed', 8],
    ['pending', 3],
    ['dropped', 16],
    ['scheduled', 1],
    ['not-scheduled', 2],
  ] as const)('%s counts %i', (filter, reports) => {
    expect(countOf(filter, counts)).toBe(reports);
  });

  test('each of the contract has a meaning of its own', () => {
    const meanings = adminFilters.map(({ name }) => JSON.stringify(wanted(name, '2026-03-05')));
    expect(new Set(meanings).size).toBe(adminFilters.length);
  });
});

test('references are readable and do not repeat', () => {
  const some = Array.from({ length: 1000 }, newReference);
  for (const reference of some) expect(reference).toMatch(/^TMA-[0-9A-HJKMNP-TV-Z]{8}$/);
  expect(new Set(some).size).toBe(1000);
});

test('an id tells when it was made', () => {
  const moment = Date.UTC(2026, 2, 5, 9, 30);
  expect(timeOfId(uuid({ msecs: moment })).getTime()).toBe(moment);
});

test.each([
  ['2026-03-05T18:30:00Z', '2026-03-05'],
  ['2026-03-05T18:59:59Z', '2026-03-05'],
  ['2026-03-05T19:00:00Z', '2026-03-06'],
  ['2026-03-05T19:30:00Z', '2026-03-06'],
])('at %s it is %s in Karachi', (moment, day) => {
  expect(dayIn('Asia/Karachi', new Date(moment))).toBe(day);
});

test.each([
  ['Ayesha', 'Khan', 'Ayesha Khan'],
  [' Ayesha ', '', 'Ayesha'],
  ['', 'Khan', 'Khan'],
  [undefined, '  ', 'User'],
])('%j and %j is called %j', (first, last, name) => {
  expect(fullName(first, last)).toBe(name);
});

describe('what a form says', () => {
  const caller = { id: uuid(), profile: { first_name: 'Ayesha', last_name: 'Khan' } };
  const whole = { issue: String(issueNames[0]), location: ' Bazaar ', description: 'Line one\nline two' };
  const read = (changes: Record<string, string | undefined>, tehsils = ['Sahiwal', 'Okara']) => {
    const fields = Object.entries({ ...whole, ...changes }).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    );
    return readSubmission(new Map(fields), caller, tehsils);
  };

  test('is taken trimmed; name, tehsil and status come from elsewhere', () => {
    expect(read({ status: 'Closed', name: 'Somebody', userId: caller.id, schedule: '' })).toEqual({
      ...whole,
      location: 'Bazaar',
      tehsil: 'Sahiwal',
      name: 'Ayesha Khan',
      status: 'Open',
      schedule: null,
    });
  });

  test.each([
    [{ issue: undefined, location: ' ', description: '' }, 'Missing: issue, location, description'],
    [{ description: undefined }, 'Missing: description'],
  ])('%j: %s', (changes, message) => {
    expect(() => read(changes)).toThrow(message);
  });

  test('a line break is one character, however it came', () => {
    const description = `${'a\r\n'.repeat(1999)}ab`;
    expect(read({ description }).description).toBe(`${'a\n'.repeat(1999)}ab`);
    expect(() => read({ schedule: '0000-01-01' })).toThrow('must be a date of our time');
  });

  test('the tehsil may be the one of a newer profile, no other', () => {
    expect(read({ tehsil: 'Okara' }).tehsil).toBe('Okara');
    expect(read({ tehsil: ' okara' }).tehsil).toBe('Okara');
    expect(read({ tehsil: '' }).tehsil).toBe('Sahiwal');
    expect(() => read({ tehsil: 'Mardan' })).toThrow('must be the tehsil of your profile');
    expect(() => read({}, [])).toThrow('Missing: tehsil');
  });
});
