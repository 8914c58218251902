import { expect, it } from 'vitest';
import { files, read } from '../../testing/house/tree.ts';

const style = read('packages/web/urdu.css').replace(/\s+/g, '');
/** The letters that the build keeps, and those for which browsers load what it keeps. */
const kept = /\?letters=([^"]*)"/.exec(style)?.[1] ?? '';
const asked = [...style.matchAll(/unicode-range:([^;]*);/g)].map(([, ranges]) => ranges);

const inRanges = (letter: string) =>
  kept.split(',').some((range) => {
    const [first = Number.NaN, last = first] = range
      .split('-')
      .map((end) => Number.parseInt(end.replace('U+', ''), 16));
    const code = letter.codePointAt(0) ?? 0;
    return first <= code && code <= last;
  });

it('browsers ask the small font for the letters that it has', () => {
  expect(asked.at(-1)).toBe(kept);
});

it('it has every letter that the portal writes in Urdu', () => {
  const catalogues = files.filter((file) => /^(frontends|packages\/web)\/.*ur\.json$/.test(file));
  const letters = new Set(catalogues.flatMap((file) => read(file).match(/\p{Script=Arabic}|\p{Mn}|[،؛؟]/gu) ?? []));
  expect(letters.size).toBeGreaterThan(40);
  expect([...letters].filter((letter) => !inRanges(letter))).toEqual([]);
});
