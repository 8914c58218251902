import { expect, it } from 'vitest';
import { fileProblem, problemsOf } from './draft-problems.ts';
import { emptyDraft } from './report-draft.ts';

const profile = {
  id: '7',
  first_name: 'Sana',
  last_name: 'Khan',
  contact_number: '03001234567',
  tehsil: 'Mardan',
  location: 'Bank Road',
};
const draft = {
  ...emptyDraft,
  issue: 'Side Walk Repair',
  location: 'Bank Road',
  description: 'It is broken.',
  image: new File(['x'], 'light.jpg', { type: 'image/jpeg' }),
};

it('finds no problem in a complete draft', () => {
  expect(problemsOf(draft, profile, 10)).toBeNull();
});

it('names what is missing in the form and the profile, the picture only when nothing else is missing', () => {
  const nobody = { ...profile, first_name: '', last_name: ' ', tehsil: '' };
  expect(problemsOf({ ...draft, location: ' ', image: null }, nobody, 10)).toEqual({
    missing: ['location', 'name', 'tehsil'],
    files: [],
  });
  expect(problemsOf({ ...draft, image: null }, profile, 10)).toEqual({ missing: [], files: [['image', 'missing']] });
});

it('names what is wrong with the files, whatever else is missing', () => {
  const document = new File(['x'], 'scan.png', { type: 'image/png' });
  expect(problemsOf({ ...draft, issue: '', document }, profile, 10)).toEqual({
    missing: ['issue'],
    files: [['document', 'invalid']],
  });
});

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
