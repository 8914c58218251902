import { expect, it } from 'vitest';
import { fileProblem } from './file-problems.ts';

const file = (type: string, size = 1, name = 'name') => new File([new Uint8Array(size)], name, { type });
const eleven = 11 * 1024 * 1024;

it.each([
  [null, 'missing', null],
  [file('image/jpeg'), null, 'invalid'],
  [file('image/webp'), null, 'invalid'],
  [file('application/pdf'), 'invalid', null],
  [file('text/plain'), 'invalid', 'invalid'],
  [file(''), 'invalid', 'invalid'],
  [file('', 1, 'papers.PDF'), 'invalid', null],
  [file('image/heic'), 'heic', 'invalid'],
  [file('', 1, 'IMG_0001.HEIC'), 'heic', 'invalid'],
  [file('image/png', eleven), 'tooLarge', 'invalid'],
  [file('application/pdf', eleven), 'invalid', 'tooLarge'],
])('%o: as a picture %j, as a document %j', (chosen, image, document) => {
  expect(fileProblem('image', chosen, 10)).toBe(image);
  expect(fileProblem('document', chosen, 10)).toBe(document);
});
