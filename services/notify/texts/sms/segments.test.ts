import { count } from 'sms-length';
import { describe, expect, it } from 'vitest';
import { fitted, sizeOf } from './segments.ts';

describe('the size of a message is what an independent library says', () => {
  const signs = ['a', '€', '^', '{', 'é', '\n', '@', 'ہ', '”', '😀', 'ç', 'Ç', '`', ' '];
  const texts = signs.flatMap((sign) =>
    [0, 1, 66, 67, 68, 69, 70, 71, 76, 77, 133, 134, 135, 152, 153, 154, 159, 160, 161, 305, 306, 307].flatMap(
      (length) => [
        sign.repeat(length),
        'x'.repeat(length) + sign,
        sign.repeat(Math.ceil(length / 2)) + 'x'.repeat(length),
      ],
    ),
  );
  it.each(texts.map((text) => [[...new Set(text)].join(''), text.length, text] as const))(
    '%j, %i units',
    (_, _length, text) => {
      const { encoding, messages } = count(text);
      // It counts a sign of two places that stands at the end of a segment as if it could be cut.
      const cannotBeCut = /[€^{😀]/u.test(text) ? 1 : 0;
      const size = sizeOf(text);
      expect(size.encoding).toBe(encoding === 'UTF16' ? 'UCS-2' : 'GSM-7');
      expect(size.segments - Math.max(1, messages)).toBeGreaterThanOrEqual(0);
      expect(size.segments - Math.max(1, messages)).toBeLessThanOrEqual(cannotBeCut);
    },
  );
});

describe('a message is cut so that it fits two segments', () => {
  const make = (piece: string) => `About your report: ${piece}`;
  it('in GSM-7 with three dots, as long as can be', () => {
    const text = fitted(make, 'x'.repeat(2000), 'https://portal.test/r/TMA-7CV3X4JW');
    expect([text.length, text.endsWith('x...'), sizeOf(text)]).toEqual([306, true, { encoding: 'GSM-7', segments: 2 }]);
  });
  it('in UCS-2 within 134', () => {
    const text = fitted(make, '😀ہ'.repeat(500));
    expect([text.length > 125, text.length <= 134, text.isWellFormed(), sizeOf(text).segments]).toEqual([
      true,
      true,
      true,
      2,
    ]);
  });
  it('one that fits stays whole, with its link where that fits too', () => {
    expect(fitted(make, 'It is ordered.', 'https://portal.test/r/A')).toBe(
      'About your report: It is ordered. https://portal.test/r/A',
    );
    expect(fitted(make, 'x'.repeat(280), 'https://portal.test/r/A')).toBe(make('x'.repeat(280)));
  });
});
