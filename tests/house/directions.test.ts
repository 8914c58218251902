import { describe, expect, it } from 'vitest';
import { files, placesOf, read } from '../../testing/house/tree.ts';

const ours = files.filter((file) => /^(frontends|packages\/web)\//.test(file));
const styles = ours.filter((file) => file.endsWith('.css'));
const scripts = ours.filter((file) => /(?<!\.test)\.tsx?$/.test(file));

/** Declarations of a style sheet, each at the beginning of a line or behind another one. */
const declared = (properties: string, values = '') =>
  new RegExp(`(?<=^|[{;])\\s*(?:${properties})\\s*:${values}`, 'gm');

/** What names a side of the window instead of a side of the text. */
const physical = [
  declared('(?:(?:scroll-)?(?:margin|padding)|border|inset)-(?:left|right|top|bottom)(?:-[\\w-]+)?'),
  declared('left|right|top|bottom'),
  declared('(?:min-|max-)?(?:width|height)'),
  declared('text-align(?:-last)?|float|clear|justify-\\w+|[\\w-]+-(?:origin|position)', '[^;}]*\\b(?:left|right)\\b'),
  declared('translate', '(?!\\s*(?:none|0\\b))'),
  /\(\s*to (?:left|right)\b/g,
  /\btranslate(?:X|3d)?\(/g,
];

/** The values of a declaration; a function is one. */
function valuesOf(declaration: string): string[] {
  const values = [''];
  let depth = 0;
  for (const letter of declaration) {
    if (letter === '(') depth += 1;
    if (letter === ')') depth -= 1;
    if (/\s/.test(letter) && depth === 0) values.push('');
    else values.push((values.pop() ?? '') + letter);
  }
  return values.filter(Boolean);
}

/** Shorthands of four sides whose second and fourth are not the same, and of corners that are not all the same. */
function unevenIn(file: string): string[] {
  const shorthand =
    /(?<=^|[{;])\s*((?:scroll-)?(?:margin|padding)|inset|border-(?:width|color|style|radius)):\s*([^;}]+)/gm;
  return [...read(file).matchAll(shorthand)].flatMap(([, name, value = '']) => {
    const values = valuesOf(value);
    const isEven = name === 'border-radius' ? values.length < 2 : values.length < 4 || values[1] === values[3];
    return isEven ? [] : [`${file}: ${name}: ${value}`];
  });
}

/** The same in scripts: inline styles, and sums with the sides of boxes. */
const physicalInScripts = [
  /\b(?:margin|padding|scrollMargin|scrollPadding|border)(?:Left|Right)\b/g,
  /\b(?:textAlign|float|clear)['"]?\s*:\s*['"](?:left|right)/g,
  /\bstyle=\{\{[^}]*\b(?:left|right|width|height)\s*:/g,
  /\.(?:left|right|scrollLeft|offsetLeft|scrollX|pageXOffset|clientX|pageX)\b/g,
  /\bscrollBy\(/g,
];

describe('one layout serves both directions of writing', () => {
  it('style sheets name the sides of the text, not of the window', () => {
    expect(physical.flatMap((pattern) => placesOf(pattern, styles))).toEqual([]);
    expect(styles.flatMap(unevenIn)).toEqual([]);
  });

  it('scripts do not name them either', () => {
    expect(physicalInScripts.flatMap((pattern) => placesOf(pattern, scripts))).toEqual([]);
  });

  it('the arrow keys to the sides are read where the direction is known', () => {
    const readers = placesOf(/'Arrow(?:Left|Right)'/g, scripts).map((place) => place.split(':')[0]);
    expect([...new Set(readers)]).toEqual(['packages/web/hooks/use-card-keys.ts']);
  });
});
