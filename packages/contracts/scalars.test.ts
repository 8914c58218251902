import { expect, test } from 'vitest';
import { limits } from './limits.ts';
import { line, pageSize, placeName } from './scalars.ts';

test('one line of text loses signs of direction, and keeps the joiners of Urdu', () => {
  expect(line(40).parse(' a\u202eb\u2066c\u2069 ')).toBe('abc');
  expect(line(40).parse('\u0645\u06cc\u200c\u062e\u0648')).toBe('\u0645\u06cc\u200c\u062e\u0648');
});

const name = placeName({ min: 2, max: 80 });

test.each([
  'Takht Bhai',
  'D. I. Khan',
  'D.I.Khan',
  'Ward No. 2',
  'Karachi (East)',
  'Lahore/Kasur',
  'تخت بھائی',
  'می‌خو',
  'Qila: north',
])('%j is a name of a place', (text) => expect(name.parse(text)).toBe(text));

test.each([
  'www.evil.example',
  'evil.example',
  'Mardan evil\u2024example',
  'evil\u3002example',
  'ｅｖｉｌ．ｅｘａｍｐｌｅ',
  'evil.\u200bexample',
  'a@b',
  'a\uff20b',
  'http://1.2.3.4',
  '//host/path',
  'mailto:somebody',
])('%j is none: it has an address or a link', (text) => {
  expect(name.safeParse(text).error?.issues).toMatchObject([{ message: 'must not contain an address or a link' }]);
});

test('what is too long for a name is refused for that, and looked at no further', () => {
  expect(name.safeParse(`${'a'.repeat(81)} www.evil.example`).error?.issues).toMatchObject([
    { message: 'must be at most 80 characters' },
  ]);
  expect(name.safeParse(`${' '.repeat(100)}www.evil.example`).error?.issues).toMatchObject([
    { message: 'must not contain an address or a link' },
  ]);
});

test.each(['', ' N ', '\u200b\u200b', 'N\u200b', 'N\u034f', '\u3164\u3164', '\u2800 \u2800N', '\u2167'])(
  '%j is none: too little of it is seen',
  (text) => {
    expect(name.safeParse(text).error?.issues).toMatchObject([{ message: 'must be at least 2 characters' }]);
  },
);

test.each(['Mar\u202edan', 'Mar\u2066dan', '\u2069Mardan', 'Mardan\u202a'])(
  '%j is none: it has a sign of direction',
  (text) => {
    expect(name.safeParse(text).error?.issues).toMatchObject([{ message: 'must not contain signs of direction' }]);
  },
);

test('a page is as long as is asked for, and no longer than the longest, whatever the number', () => {
  expect(['7', '201', '99999999999999999999'].map((text) => pageSize.parse(text))).toEqual([
    7,
    limits.page.max,
    limits.page.max,
  ]);
  for (const text of ['0', '-1', '0.5', 'x', '']) expect(pageSize.safeParse(text).success).toBe(false);
});
