import { describe, expect, it } from 'vitest';
import { files, read } from '../../testing/house/tree.ts';

const [first = '', second = ''] = read('packages/web/tokens.css').split('@media (prefers-color-scheme: dark)');
const coloursIn = (text: string) =>
  [...text.matchAll(/--([\w-]+):\s*(#[\da-f]{6});/g)].map(([, name = '', colour = '']) => [name, colour] as const);
const light = new Map(coloursIn(first));
const schemes = { light, dark: new Map([...light, ...coloursIn(second)]) };

/** How bright a colour is (WCAG 2.2, relative luminance). */
function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** WCAG 2.2, contrast ratio. */
function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** What is read on which grounds: 4.5. */
const words: Readonly<Record<string, readonly string[]>> = {
  ink: ['ground', 'surface', 'sunken', 'brand-soft'],
  'ink-soft': ['ground', 'surface', 'sunken', 'brand-soft'],
  brand: ['ground', 'surface', 'sunken', 'brand-soft'],
  'brand-strong': ['ground', 'surface', 'sunken', 'brand-soft'],
  'on-brand': ['brand', 'brand-strong'],
  'on-deep': ['deep'],
  'on-deep-soft': ['deep'],
  danger: ['ground', 'surface', 'danger-soft'],
  success: ['ground', 'surface', 'success-soft'],
};

const footer = 'frontends/shell/layout/footer.module.css';
const focusInFooter = /--focus: var\(--([\w-]+)\)/.exec(read(footer))?.[1] ?? 'focus';

/** What is seen, and not read: 3. */
const marks: Readonly<Record<string, readonly string[]>> = {
  'line-strong': ['ground', 'surface', 'sunken'],
  focus: ['ground', 'surface', 'sunken', 'brand-soft', 'danger-soft', 'success-soft'],
  [focusInFooter]: ['deep'],
};

describe.each(Object.entries(schemes))('in the %s scheme', (_scheme, colours) => {
  const colourOf = (name: string) => colours.get(name) ?? '';
  const tooLow = (table: typeof words, least: number) =>
    Object.entries(table).flatMap(([name, grounds]) =>
      grounds
        .map((ground) => ({ name, ground, ratio: contrast(colourOf(name), colourOf(ground)) }))
        .filter(({ ratio }) => !(ratio >= least)),
    );

  it('words can be read on their grounds', () => {
    expect(tooLow(words, 4.5)).toEqual([]);
  });

  it('borders of fields and the outline of the focus can be seen on theirs, that of the footer too', () => {
    expect(tooLow(marks, 3)).toEqual([]);
  });
});

const sheetsWith = (pattern: RegExp) =>
  files.filter((file) => /^(frontends|packages\/web)\/.*\.css$/.test(file) && pattern.test(read(file)));

it('what is chosen is marked in forced colours too, which take grounds and shadows away', () => {
  const marking = sheetsWith(/\[aria-(?:current|pressed)/);
  expect(marking.length).toBeGreaterThan(2);
  expect(marking.filter((file) => !read(file).includes('@media (forced-colors: active)'))).toEqual([]);
});

it('transparent text is not seen in forced colours either, which would give it a colour', () => {
  const sheets = sheetsWith(/^\s*color: transparent/m);
  expect(sheets.length).toBeGreaterThan(0);
  const adjusted = /\(forced-colors: active\)[\s\S]*forced-color-adjust: none/;
  expect(sheets.filter((file) => !adjusted.test(read(file)))).toEqual([]);
});
