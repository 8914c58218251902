import { fullNameOrUser, issueNames } from '@tma/contracts';
import { v7 as uuid } from 'uuid';
import { describe, expect, test } from 'vitest';
import type { FileKind } from '../report/form/files-client.ts';
import type { FileResult } from '../report/form/form.ts';
import { checkFiles, checkTexts } from './submission.ts';

test.each([
  ['Ayesha', 'Khan', 'Ayesha Khan'],
  [' Ayesha ', '', 'Ayesha'],
  ['', 'Khan', 'Khan'],
  [undefined, '  ', 'User'],
])('%j and %j is called %j', (first, last, name) => {
  expect(fullNameOrUser(first, last)).toBe(name);
});

describe('the texts of a form', () => {
  const caller = { id: uuid(), profile: { first_name: 'Ayesha', last_name: 'Khan' } };
  const whole = { issue: String(issueNames[0]), location: ' Bazaar ', description: 'Line one\nline two' };
  const read = (changes: Record<string, string | undefined>, tehsils = ['Sahiwal', 'Okara']) => {
    const fields = Object.entries({ ...whole, ...changes }).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    );
    return checkTexts(new Map(fields), caller, tehsils);
  };

  test('are trimmed; name, tehsil and status come from elsewhere', () => {
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

  test('a location of direction marks alone is missing', () => {
    expect(() => read({ location: '\u202a\u202c' })).toThrow('is required');
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

describe('the files of a form', () => {
  const image = { stored: { id: uuid(), path: 'uploads/x.webp' } };
  const document = { stored: { id: uuid(), path: null } };
  const check = (files: [FileKind, FileResult][]) => checkFiles(new Map(files));
  const bad = (message: string) => ({ error: new Error(message) });

  test('are a picture, and perhaps a document', () => {
    const only = { image: image.stored, documentId: null };
    expect(check([['image', image]])).toEqual(only);
    const both = check([
      ['document', document],
      ['image', image],
    ]);
    expect(both).toEqual({ ...only, documentId: document.stored.id });
  });

  test('the picture’s fault comes before the document’s', () => {
    const both = () =>
      check([
        ['document', bad('document')],
        ['image', bad('image')],
      ]);
    expect(both).toThrow('image');
    expect(() => check([['document', bad('document')]])).toThrow('Please select an image file.');
  });
});
