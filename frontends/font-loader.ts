/**
 * A loader of the bundler: of a font it keeps the letters that `?letters=` names, in the way of a style sheet's `unicode-range`,
 * and all forms that they take beside each other.
 */
import type { LoaderContext } from '@rspack/core';
import subsetFont from 'subset-font';

/** It takes bytes. */
export const raw = true;

export default function keepLetters(this: LoaderContext, font: Buffer): Promise<Buffer> {
  const ranges = [...this.resourceQuery.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g)];
  const letters = ranges.flatMap(([, first = '', last = first]) => {
    const from = Number.parseInt(first, 16);
    return Array.from({ length: Number.parseInt(last, 16) - from + 1 }, (_, index) => from + index);
  });
  return subsetFont(font, String.fromCodePoint(...letters), { targetFormat: 'woff2' });
}
