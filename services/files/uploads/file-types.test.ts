import { expect, test } from 'vitest';
import { hasPdfHeader, isAcceptedPicture } from './file-types.ts';

test.each([
  ['%PDF-1.4 …', true],
  [`${'x'.repeat(1000)}%PDF-1.4 …`, true],
  [`${'x'.repeat(2000)}%PDF-1.4 …`, false],
  ['… %%EOF', false],
  ['', false],
])('%j has the header of a PDF: %s', (text, is) => {
  expect(hasPdfHeader(Buffer.from(text))).toBe(is);
});

/** The first bytes of a file in the format of HEIF: its brands, and the box behind them. */
function heif(...[first = '', ...others]: string[]): Buffer {
  const brands = Buffer.from(`${first}\0\0\0\0${others.join('')}`, 'latin1');
  const box = Buffer.alloc(8);
  box.writeUInt32BE(box.length + brands.length);
  box.write('ftyp', 4);
  return Buffer.concat([box, brands, Buffer.from('\0\0\0\x28metaavif', 'latin1')]);
}

test.each([
  [['avif', 'mif1', 'avif', 'miaf'], true],
  [['mif1', 'avif', 'miaf'], true],
  [['mif1', 'miaf', 'avif'], true],
  [['mif1', 'heic'], false],
  [['mif1'], false],
  [['heic', 'mif1', 'avif'], false],
])('with the brands %j it is a picture that is accepted: %s', async (brands, is) => {
  expect(await isAcceptedPicture(heif(...brands))).toBe(is);
});
